/** Drawings as text, for pictures of cards and for files. */
import { isValidElement, type ComponentChildren, type VNode } from "preact";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);
}

/** Return the text of a drawing of svg elements and stateless components. */
export function markup(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(markup).join("");
  if (typeof node === "string" || typeof node === "number") return escaped(String(node));
  if (!isValidElement(node)) return "";
  const { type, props } = node as VNode<Record<string, unknown>>;
  if (typeof type === "function") {
    return markup((type as (props: unknown) => ComponentChildren)(props));
  }
  const { children, ...rest } = props;
  const attributes = Object.entries(rest)
    .filter(([, value]) => typeof value === "string" || typeof value === "number")
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${type}${attributes.join("")}>${markup(children)}</${type}>`;
}
