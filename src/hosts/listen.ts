import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from './refusal.ts';

/** Opens the port and returns the address to open in a browser on this machine. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    throw toRefusal(error as NodeJS.ErrnoException, host, port);
  } finally {
    server.off('error', reject);
  }
  const { address, port: opened } = server.address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  const literal = address.includes(':') ? `[${address}]` : address;
  const name = everywhere ? 'localhost' : literal;
  return `http://${name}:${opened}`;
}

function toRefusal(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Choose another one: PORT=${port + 1} npm start`,
    EACCES: `This user is not allowed to use port ${port}. Set PORT to a number above 1023`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Set HOST to one of its addresses, or to 0.0.0.0 for all`,
    EAI_AGAIN: `The host name ${host} cannot be resolved. Set HOST to an address of this machine, or to 0.0.0.0 for all`,
    ENOTFOUND: `The host name ${host} cannot be resolved. Set HOST to an address of this machine, or to 0.0.0.0 for all`,
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new Refusal([reason], { cause: error }) : error;
}
