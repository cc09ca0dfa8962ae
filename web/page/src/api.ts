/** Requests to the page's server. */
import type { Failure, SocketMessage } from "./types";

export type Quota = NonNullable<Failure["quota"]>;

/** The address of the page, one folder above this script; a proxy may serve both under a path. */
export const ROOT = new URL(/* @vite-ignore */ "../", import.meta.url);

const CODE = /^([A-Z_]+): /;

/** An error that the server reports. */
export class ApiError extends Error {
  /** The code of the table server with which the text began, such as `NOT_FOUND`; else empty. */
  readonly code: string;

  constructor(
    text: string,
    /** The HTTP status; 0 for an error reported on a websocket. */
    readonly status = 0,
    /** The quota that is reached, if the error is about one. */
    readonly quota: Quota | null = null,
    /** Seconds after which a retry makes sense; 0: not stated. */
    readonly wait = 0,
  ) {
    super(text.replace(CODE, ""));
    this.code = CODE.exec(text)?.[1] ?? "";
  }
}

export function asError(problem: unknown): Error {
  return problem instanceof Error ? problem : new Error(String(problem));
}

async function parsed<T>(response: Response): Promise<T> {
  const data: unknown = await response.json().catch(() => ({}));
  if (!response.ok) {
    const { error = response.statusText, quota } = data as Partial<Failure>;
    throw new ApiError(error, response.status, quota, Number(response.headers.get("retry-after") ?? 0));
  }
  return data as T;
}

/** The server could not be reached. */
export class NoAnswerError extends Error {}

async function request(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(path, ROOT), init);
  } catch (problem) {
    throw new NoAnswerError(asError(problem).message);
  }
}

export async function get<T>(path: string): Promise<T> {
  return parsed<T>(await request(path));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json" };
  return parsed<T>(await request(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
const PING_MS = 4000;

/** Error codes of the server after which the first message is not sent again. */
const PERMANENT = new Set<unknown>(["INVALID_ARGUMENT", "NOT_FOUND", "PERMISSION_DENIED", "UNAUTHENTICATED"]);

/** A websocket that reconnects and repeats its first message, until the server refuses it for good. */
export class Socket {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT_MS;
  private over = false;
  private answered = true;
  private readonly beat: number;

  constructor(
    private readonly path: string,
    public firstMessage: unknown,
    private readonly onMessage: (message: SocketMessage) => void,
    private readonly onConnection: (open: boolean) => void,
    /** True if the server answers pings, so that a silent loss of the network is noticed. */
    pings = false,
  ) {
    this.open();
    this.beat = pings ? window.setInterval(() => this.ping(), PING_MS) : 0;
  }

  /** Send a message; return false if there is no connection. */
  send(message: unknown): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.over = true;
    clearInterval(this.beat);
    this.socket?.close();
  }

  private ping(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (this.answered) {
      this.answered = false;
      this.send({ ping: true });
      return;
    }
    const lost = this.socket;
    lost.onmessage = lost.onclose = null;
    lost.close(); // does not wait for the slow closing handshake
    this.reopen();
  }

  private reopen(): void {
    if (this.over) return;
    this.onConnection(false);
    setTimeout(() => this.over || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
  }

  private open(): void {
    const address = new URL(this.path, ROOT);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.answered = true;
      socket.send(JSON.stringify(this.firstMessage));
      this.onConnection(true);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.wait = FIRST_WAIT_MS;
      this.answered = true;
      const message = JSON.parse(event.data) as SocketMessage;
      if (PERMANENT.has(message.code)) this.over = true;
      if (!message.pong) this.onMessage(message);
    };
    socket.onclose = () => this.reopen();
  }
}
