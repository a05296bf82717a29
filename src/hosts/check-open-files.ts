import { readFileSync } from 'node:fs';
import { Refusal } from './refusal.ts';

/** Connections of clients and of the database, sources and programs. With fewer the first requests fail. */
const LEAST_OPEN = 512;

/** Refuses to start where the process may have too few files and connections open. Node has raised its limit already. */
export function checkOpenFiles(limit = readLimit()): void {
  if (limit >= LEAST_OPEN) return;
  throw new Refusal([
    `This process may have only ${limit} files and connections open, and the server needs at least ${LEAST_OPEN}.`,
    'Raise the limit: `ulimit -n 16384` in a shell, LimitNOFILE=16384 with systemd, --ulimit nofile=16384 with Docker',
  ]);
}

/** Only Linux shows it as a file; elsewhere there is nothing to check. */
function readLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
