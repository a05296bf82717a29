import { runCommand } from '../run-command.ts';
import type { Part } from '../part.ts';

export const part: Part = {
  title: 'the service of systemd',
  checks: [
    {
      name: 'systemd is here',
      needs: { 'systemd-analyze': 'systemd' },
      run: async () => (await runCommand('systemd-analyze', ['--version'])).split('\n')[0],
    },
  ],
};
