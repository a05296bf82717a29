import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { top } from './source-files.ts';

export type ServerProcess = {
  /** What it said it is ready at. */
  url: string;
  child: ChildProcess;
  /** All it has written so far, a line each. */
  lines: string[];
  /** Sends a signal, and answers the exit code when it has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

type RunOptions = { screens?: boolean; project?: string; logFile?: string };

/**
 * Starts the product as `npm start` does, in a process of its own, and waits until it is ready.
 * Without `screens` nothing has to be built. `project` is the folder of another copy of the product. With
 * `logFile` it writes into this file instead of a pipe.
 */
export async function runServer(
  env: Readonly<Record<string, string>>,
  { screens = false, project = top, logFile }: RunOptions = {},
): Promise<ServerProcess> {
  const program = [join(project, 'src/hosts/start.mjs'), ...(screens ? [] : ['--without-screens'])];
  const child = spawn(process.execPath, program, {
    cwd: project,
    env: { ...withoutOurs(process.env), HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', logFile ? openSync(logFile, 'a') : 'pipe', 'pipe'],
  });
  const output = logFile
    ? spawn('tail', ['-f', logFile, `--pid=${child.pid}`]).stdout
    : child.stdout;
  const lines: string[] = [];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve) => {
    for (const stream of [output, child.stderr])
      createInterface({ input: stream! }).on('line', (line) => {
        lines.push(line);
        const url = /^(?:Backoffice|The API) is ready at (http:\S+)$/.exec(line)?.[1];
        if (url) resolve(url);
      });
  });
  const url = await Promise.race([ready, exited]);
  if (typeof url !== 'string') throw new Error(`The server ended (${url}):\n${lines.join('\n')}`);
  const end = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    return exited;
  };
  return { url, child, lines, end };
}

/** A variable of whoever runs the tests must not reach what is tested. */
export function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(DATABASE_|BACKUP_|FILES_|ADMIN_|SMTP_|MAIL_|OIDC_|OTEL_)|^(PASSWORD_SIGN_IN|CORS_ORIGINS|DATA_DIR|IMPORT_FOLDER|RESOURCES|PUBLIC_URL|SECRET|SECRET_FILE|SAMPLE_DATA|SERVICE_WORKER|WATCH|LOG_LEVEL|MAX_CONNECTIONS|METRICS_TOKEN|SLOW_QUERY_MS|TRUSTED_PROXIES|WEBHOOK_PRIVATE|WIRE)$/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
