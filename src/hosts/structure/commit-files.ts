import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { WrittenChange } from '../../api/api-services.ts';
import type { Log } from '../../store/log-fields.ts';

const run = promisify(execFile);

/**
 * Commits only these files, with the person as author. A change that cannot be committed is applied all the same: the
 * log says why, and the next commit includes it.
 */
export async function commitFiles(
  folder: string,
  paths: readonly string[],
  { author, summary }: WrittenChange,
  log: Log,
): Promise<void> {
  const git = (...args: string[]) => run('git', ['-C', folder, ...args], { timeout: 20_000 });
  try {
    await git('add', '--', ...paths);
    await git(
      '-c',
      'user.name=Backoffice',
      '-c',
      'user.email=backoffice@localhost',
      'commit',
      '--quiet',
      `--author=${withoutBrackets(author.name)} <${withoutBrackets(author.email)}>`,
      `--message=${summary}`,
      '--',
      ...paths,
    );
  } catch (err) {
    log.warn({ err }, 'The change of the descriptor was saved, but git did not commit it');
  }
}

/** Git reads the address between them. */
function withoutBrackets(text: string): string {
  return text.replace(/[<>\n]/g, '').trim() || 'unknown';
}
