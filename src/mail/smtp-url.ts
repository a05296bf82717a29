import { decodeEscapes } from '../fields/text/decode-escapes.ts';
/** The mail server and how to use it. */
export type SmtpTarget = {
  host: string;
  port: number;
  /** Uses TLS from the first byte. */
  secure: boolean;
  /** Requires STARTTLS, because a password must not go over an unencrypted connection. */
  requireTls: boolean;
  /**
   * Requires the certificate of the host. Without a password TLS is optional, as between mail servers: an
   * attacker who can show a wrong certificate can also remove STARTTLS (RFC 7435).
   */
  verify: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** Parses `smtp://user:password@host:587` or `smtps://…:465`; undefined otherwise. */
export function parseSmtpUrl(text: string): SmtpTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!isSmtpUrl(url)) return undefined;
  const { protocol, hostname, port, username, password } = url;
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const auth =
    username === '' ? undefined : { user: decodeEscapes(username), pass: decodeEscapes(password) };
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTls: auth !== undefined && !isHere && !secure,
    verify: secure || (auth !== undefined && !isHere),
    auth,
  };
}

function isSmtpUrl(url: URL): boolean {
  const { protocol, hostname, username, password, pathname, search, hash } = url;
  const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === '';
  const isComplete = hostname !== '' && (username === '') === (password === '');
  return ['smtp:', 'smtps:'].includes(protocol) && isPlain && isComplete;
}
