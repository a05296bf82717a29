import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import { isPrivate } from '../../api/http/client-address.ts';
import type { Environment } from '../environment.ts';
import { isThisMachine } from '../open/sign-in-providers.ts';
import { advise, fine, wrong, type Finding } from './finding.ts';

const DAY = 86_400_000;
/** Days: renewal by ACME happens a month before the end. */
const SOON = 14;
/** Milliseconds. */
const PATIENCE = 5_000;
/** An address that nobody has (RFC 5737). */
const MADE_UP = '192.0.2.1';

/** The address that people use, and its certificate. */
export async function checkAddress({ publicUrl, host }: Environment): Promise<Finding[]> {
  if (publicUrl === undefined)
    return isThisMachine(host)
      ? []
      : [
          advise(
            `Others can reach this server (HOST ${host}), but PUBLIC_URL is not set`,
            'Set PUBLIC_URL to the address that people use; links in emails need it',
          ),
        ];
  const url = new URL(publicUrl);
  if (url.protocol === 'https:')
    return [await checkCertificate(url), ...(await checkAnswer(publicUrl))];
  if (isThisMachine(url.hostname)) return checkAnswer(publicUrl);
  const todo = 'Put a TLS proxy in front of the server, and set PUBLIC_URL to its https address';
  return [wrong(`PUBLIC_URL is not encrypted: passwords can be read on the way`, todo)];
}

/** Whether a server of ours answers there, and which address of this machine it sees. */
async function checkAnswer(publicUrl: string): Promise<Finding[]> {
  const todo = 'Start the server, and check that the proxy passes requests on to it';
  try {
    const response = await fetch(`${publicUrl}/healthz`, {
      headers: { 'X-Forwarded-For': MADE_UP },
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'manual',
    });
    if (response.status !== 200)
      return [wrong(`${publicUrl}/healthz answers with ${response.status}`, todo)];
    const { address } = (await response.json()) as { address: string };
    return [fine(`The server answers at ${publicUrl}`), judgeAddress(address)];
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || String(cause) : message;
    return [wrong(`The server does not answer at ${publicUrl}: ${reason}`, todo)];
  }
}

function judgeAddress(address: string): Finding {
  if (address === MADE_UP)
    return wrong(
      'Clients can make up their address in X-Forwarded-For',
      'Let the outermost proxy replace this header, or name only your proxies in TRUSTED_PROXIES',
    );
  const says = `The server sees this machine as ${address}`;
  const ours = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return isPrivate(address) && !ours.some((each) => each.address === address)
    ? advise(says, 'If that is the address of a proxy, set TRUSTED_PROXIES to all proxies')
    : fine(says);
}

async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const { end, trouble } = await readCertificate(hostname, Number(port || 443));
  const days = Math.floor((end - Date.now()) / DAY);
  const todo = `Renew the certificate of ${hostname} at the proxy`;
  if (days < 0) return wrong(`The certificate of ${hostname} has expired`, todo);
  if (trouble)
    return wrong(
      `Browsers do not trust the certificate of ${hostname}: ${trouble}`,
      `Install a certificate of a public authority for ${hostname}, or set NODE_EXTRA_CA_CERTS if it is of your own authority`,
    );
  const says = `The certificate of ${hostname} is valid for ${days} more days`;
  return days < SOON ? advise(says, todo) : fine(says);
}

function readCertificate(
  hostname: string,
  port: number,
): Promise<{ end: number; trouble: string | undefined }> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    // Only looks at the certificate, and sends nothing.
    const socket = connect({ host, port, servername, rejectUnauthorized: false }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      const trouble = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ end: Date.parse(end), trouble });
    });
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer at port ${port}`)));
    socket.on('error', reject);
  });
}
