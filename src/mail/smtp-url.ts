/** Where and how mails are handed over. */
export type SmtpTarget = {
  host: string;
  port: number;
  /** TLS from the first byte on. */
  secure: boolean;
  /** STARTTLS or nothing: a password does not go over an open line. */
  requireTls: boolean;
  /**
   * The certificate must be the host's. Without a password TLS is a bonus, as between mail servers: who could
   * show a wrong certificate could as well take STARTTLS away (RFC 7435).
   */
  verify: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** Reads `smtp://user:password@host:587` or `smtps://…:465`; undefined when it is something else. */
export function parseSmtpUrl(text: string): SmtpTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const secure = protocol === 'smtps:';
  if (!secure && protocol !== 'smtp:') return undefined;
  const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === '';
  if (hostname === '' || !isPlain || (username === '') !== (password === '')) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const auth = username === '' ? undefined : { user: decode(username), pass: decode(password) };
  const isHere = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTls: auth !== undefined && !isHere && !secure,
    verify: secure || (auth !== undefined && !isHere),
    auth,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that is meant as such.
    return text;
  }
}
