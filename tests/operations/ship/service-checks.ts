import { join } from 'node:path';
import { top } from '../../support/source-files.ts';
import type { Check } from '../part.ts';
import { runCommand } from '../run-command.ts';

const unit = join(top, 'operations/backoffice.service');
const needs = { 'systemd-analyze': 'systemd' };

/** What `systemd-analyze security` calls OK, less a third. */
const MOST_EXPOSURE = 2;

export const serviceChecks: readonly Check[] = [
  {
    name: 'systemd accepts the unit',
    needs,
    run: async () => {
      const said = await runCommand('systemd-analyze', ['verify', unit]);
      if (said.trim()) throw new Error(said);
    },
  },
  {
    name: `the unit exposes little: at most ${MOST_EXPOSURE} of 10`,
    needs,
    run: async () => {
      const limit = `--threshold=${MOST_EXPOSURE * 10}`;
      const options = ['security', '--offline=true', '--no-pager', limit];
      const said = await runCommand('systemd-analyze', [...options, unit]);
      return /Overall exposure level.*: ([\d.]+)/.exec(said)?.[1];
    },
  },
];
