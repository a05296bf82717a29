import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server that can be cut in the middle of what is sent. */
export type CutLine = {
  url: string;
  /**
   * A request that begins so is cut when so many bytes of it have passed, each time until the line is
   * mended: a browser tries by itself once more where the connection was an old one.
   */
  cut(begin: string, bytes: number): void;
  mend(): void;
  close(): Promise<void>;
};

/**
 * Milliseconds until the browser hears of a cut. It tries again at once, and the server has to have
 * noticed by then, or it would count both.
 */
const LATENCY = 300;

export async function openCutLine(to: string): Promise<CutLine> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let broken: { begin: string; bytes: number } | undefined;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let left = Infinity;
    for (const one of [near, far]) {
      sockets.add(one);
      // Who is cut off at one end lets go of the other.
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        if (left > 0) (one === near ? far : near).destroy();
      });
    }
    near.on('data', (chunk: Buffer) => {
      if (broken && chunk.toString('latin1').startsWith(broken.begin)) left = broken.bytes;
      left -= chunk.length;
      if (left > 0) far.write(chunk);
      else if (!far.destroyed) {
        far.resetAndDestroy();
        setTimeout(() => near.resetAndDestroy(), LATENCY);
      }
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (begin, bytes) => {
      broken = { begin, bytes };
    },
    mend: () => {
      broken = undefined;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
