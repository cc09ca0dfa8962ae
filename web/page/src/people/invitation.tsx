/** Invitations as links and QR codes. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ROOT } from "../api";
import { t } from "../words";

/** The public address of the page; empty if the server was given none. */
export const publicAddress = signal("");

const THIS_MACHINE = /^(localhost|127\..*|\[::1\])$/;
const QUIET_ZONE = 4;

/** Return the link to a seat, with the code of an invitation or, without one, the table's identifier. */
export function linkTo(table: string, invitation: string): string {
  const page = (publicAddress.value || ROOT.href).replace(/\/*$/, "/");
  return `${page}#/join/${invitation || table}`;
}

export function Invitation(props: { link: string }): JSX.Element {
  const { link } = props;
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const copy = () => {
    box.current?.select(); // where there is no clipboard, the person copies the selection
    navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  const host = new URL(link).hostname;
  return (
    <div class="invite">
      <label>
        {t("inviteLink")}{" "}
        <input ref={box} class="link" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy}>
        {t("link")}
      </button>
      <span role="status">{copied && t("copied")}</span>
      {THIS_MACHINE.test(host) && <p class="banner">{t("onlyHere", { host })}</p>}
      <Code text={link} />
    </div>
  );
}

/** Draw a QR code; its encoder is loaded when it is needed. */
function Code(props: { text: string }): JSX.Element | null {
  const { text } = props;
  const [drawn, draw] = useState({ path: "", size: 0 });
  useEffect(() => {
    void import("lean-qr").then(({ generate }) => {
      const code = generate(text);
      let path = "";
      for (let y = 0; y < code.size; y++)
        for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
      draw({ path, size: code.size });
    });
  }, [text]);
  if (!drawn.size) return null;
  const width = drawn.size + 2 * QUIET_ZONE;
  return (
    <svg class="qr" role="img" aria-label={t("qrCode")} viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`}>
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={width} height={width} fill="#fff" />
      <path d={drawn.path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
