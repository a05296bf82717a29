export type ReadMail = {
  messageId: string;
  from: string;
  to: string;
  subject: string;
  /** By lower-case name, unfolded and decoded. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
  /** Every address in the plain text, in order. */
  links: string[];
};

/** Reads a mail as a mail program does, as far as ours go: two parts, plain text and HTML. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('The mail has no parts');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r?\n/, '')));
  const [text = '', html = ''] = ['text/plain', 'text/html'].map((type) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    return part ? decodeBody(part.body, part.headers.get('content-transfer-encoding')) : '';
  });
  const header = (name: string): string => headers.get(name) ?? '';
  return {
    messageId: header('message-id'),
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    headers,
    text,
    html,
    links: text.match(/https?:\/\/\S+/g) ?? [],
  };
}

function splitPart(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), decodeWords(value.join(':').trim())];
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  return decodeQuoted(body.replaceAll(/=\r?\n/g, ''));
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
