import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, top } from './support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const { scripts, version } = JSON.parse(read('package.json'));
const words = scripts.start.replace('exec ', '').split(' ');

describe('the files for operators', () => {
  test('start the server as `npm start` does', () => {
    const [, inImage = ''] = /^CMD (\[.*\])$/m.exec(read('operations/Dockerfile'))!;
    const [, inService = ''] = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(
      read('operations/backoffice.service'),
    )!;

    expect(JSON.parse(inImage)).toEqual(words);
    expect(inService.split(' ')).toEqual(words);
  });

  test('are upgraded by systemd while the server is stopped, and the unit with them', () => {
    const blocks = [...read('docs/operations.md').matchAll(/```sh\n([^`]*)```/g)];
    const upgrade = blocks.flatMap(([, text]) =>
      text!.startsWith('systemctl stop') ? [text!] : [],
    );

    expect(
      upgrade.map((text) =>
        text
          .trim()
          .split('\n')
          .map((line) => line.split(' ', 2).join(' ')),
      ),
    ).toEqual([
      [
        'systemctl stop',
        'npm install',
        'cp /opt/backoffice/node_modules/backoffice/operations/backoffice.service',
        'systemctl daemon-reload',
        'systemctl start',
      ],
    ]);
  });

  test('name the version of the product', () => {
    const named = [...listFiles('operations'), 'docs/operations.md'].flatMap((path) =>
      [...read(path).matchAll(/backoffice[:-](\d+\.\d+\.\d+)/g)].map(([, each]) => each),
    );

    expect(named.length).toBeGreaterThan(2);
    expect(new Set(named)).toEqual(new Set([version]));
  });
});
