import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeApi } from '../src/api/describe-api.ts';
import { toDescriptor } from '../src/descriptor/read/to-descriptor.ts';
import { operators } from '../src/fields/type/operators.ts';
import { stepKinds } from '../src/files/steps/step.ts';
import { allProblemTexts } from '../src/fields/problems/all-problem-codes.ts';
import { fieldTypes } from '../src/fields/registry.ts';
import { renewGuide } from '../src/hosts/build/descriptor-guide.ts';
import { variables } from '../src/hosts/environment.ts';
import { codeFor } from '../src/hosts/read/installation-code.ts';
import { firstInstallation } from './support/first-installation.ts';
import { listFiles, top } from './support/source-files.ts';

const read = (path: string): string => readFileSync(join(top, path), 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', ...listFiles('docs')].filter((path) =>
  path.endsWith('.md'),
);

/** Pages that lead to files of the reader's own; tests of their own hold what they name. */
const made = new Set(['docs/extending.md', 'docs/adding-a-field-type.md']);

describe('the documentation', () => {
  test.each([
    ['README.md', 'every variable', Object.values(variables).map(({ name }) => name)],
    ['docs/descriptor.md', 'every type of field', Object.keys(fieldTypes)],
    ['docs/descriptor.md', 'every operator', Object.keys(operators)],
    ['docs/problems.md', 'every code of a problem', Object.keys(allProblemTexts)],
    ['docs/files.md', 'every kind of step', stepKinds],
  ])('explains in %s %s', (path, _, names) => {
    const text = read(path);

    const missing = names.filter((name) => !new RegExp(`\`${name}\``).test(text));

    expect(missing).toEqual([]);
  });

  test('explains no removed code', () => {
    const explained = [...read('docs/problems.md').matchAll(/^\| `([A-Z]\d{3}|\d{5})` \|/gm)];

    const gone = explained
      .map(([, code]) => code)
      .filter((code) => !(String(code) in allProblemTexts));

    expect(gone).toEqual([]);
  });

  test.each(['docs/api.md', 'docs/problems.md'])('says in %s which code is a number', (path) => {
    expect(read(path)).toContain('"code": 11000');
  });

  test('mentions every path of the OpenAPI document', () => {
    const descriptor = firstInstallation();
    const resources = [...descriptor.resources.values()];
    const { routes, actions } = codeFor(descriptor);
    const parts = { descriptor, role: 'admin', routes, actions, version: '1' };
    const { paths } = describeApi({ ...parts, publicUrl: undefined }) as { paths: object };
    const plain = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '');
    const told = new Set(
      documents
        .flatMap((path) => [...read(path).matchAll(/(?:\{root\}|\/[a-z])[\w/{}.-]*/g)])
        .map(([path]) => plain(path)),
    );
    const waysToSay = (path: string): string[] => [
      path,
      ...resources
        .filter(({ root }) => `${path}/`.startsWith(`${root}/`))
        .map(({ root }) => path.replace(root, '{root}')),
      ...resources.map(({ name }) => path.replace(`/public/${name}`, '/public/{resource}')),
    ];

    const untold = Object.keys(paths).filter(
      (path) => !waysToSay(path).some((way) => told.has(plain(way))),
    );

    expect(untold).toEqual([]);
  });

  test('names in the report on accessibility existing tests, and every criterion', () => {
    const report = read('docs/accessibility.md');
    const named = [...report.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);

    expect(named.filter((path) => !existsSync(join(top, path)))).toEqual([]);
    // A and AA of WCAG 2.2, the five of 1.2 in one line.
    expect(report.match(/^\| \d\.\d\.\d+/gm)).toHaveLength(51);
  });

  test('has the settings of the descriptor as the code has them (npm run docs)', () => {
    const guide = read('docs/descriptor.md');

    expect(guide).toBe(renewGuide(guide));
  });

  test.each(['docs/handbook.md', 'docs/duplicates.md', 'docs/troubleshooting.md'])(
    'names in %s labels as they are on the screens',
    (path) => {
      const sources = [
        'resources.json',
        ...listFiles('src/admin/messages/en'),
        ...listFiles('src/installation').filter((each) => /(texts|screens\.ui)\.ts$/.test(each)),
      ];
      const words = sources.map(read).join('\n');
      const labels = [...read(path).matchAll(/\*\*([^*]+)\*\*(:?)/g)].flatMap(
        ([, label = '', colon]) => (colon ? [] : [label]),
      );

      const gone = labels.filter(
        (label) => !words.includes(`'${label}'`) && !words.includes(`"${label}"`),
      );

      expect(labels.length).toBeGreaterThan(2);
      expect(gone).toEqual([]);
    },
  );

  test.each(documents)('has in %s no paragraph of more than 80 words', (path) => {
    const text = read(path)
      .replaceAll(/^```.*?^```$/gms, '')
      .replaceAll(/<!--.*?-->/gs, '');

    const long = text
      .split(/\n{2,}|\n(?=(?:- |\d+\. |\|))/)
      .filter((block) => !block.startsWith('|') && block.split(/\s+/).length > 80);

    expect(long).toEqual([]);
  });

  test('has an example in README.md of a collection that staff can import and export', () => {
    const [, text = ''] = /```jsonc?\n("suppliers": [^]*?)```/.exec(read('README.md'))!;
    const source = structuredClone(firstInstallation().source);
    Object.assign(source.resources, JSON.parse(`{${text}}`));

    const { permissions } = toDescriptor(source).resources.get('suppliers')!;

    expect(permissions['staff']).toEqual(expect.arrayContaining(['import', 'export']));
  });

  test('starts with a README of limited length', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(200);
  });

  test.each(documents)('links in %s to existing targets', (path) => {
    const targets = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const links = targets.filter((target) => !/^(https?|mailto):/.test(target));

    const broken = links.filter((target) => {
      const [file = '', anchor] = target.split('#');
      const whole = file ? join(dirname(path), file) : path;
      if (!existsSync(join(top, whole))) return true;
      return anchor !== undefined && !anchorsOf(read(whole)).includes(anchor);
    });

    expect(broken).toEqual([]);
  });

  test.each(documents)('names in %s existing problem codes and files', (path) => {
    const text = read(path);
    const codes = [...text.matchAll(/`([ADIQSV]\d{3})`/g)].map(([, code = '']) => code);
    const paths = [
      ...text.matchAll(/`((?:src|tests|docs)\/[\w./-]+\.\w+|(?:src|tests|docs)(?:\/[\w.-]+)+)`/g),
    ].map(([, named = '']) => named);

    expect(codes.filter((code) => !(code in allProblemTexts))).toEqual([]);
    expect(paths.filter((named) => !made.has(path) && !existsSync(join(top, named)))).toEqual([]);
  });

  test('lists methods of the store with their parameters', () => {
    const store = read('src/store/store.ts');
    const methods = new Map(
      [...store.matchAll(/^  (\w+)(?:<T>)?\(([\s\S]*?)\): /gm)].map(([, name, parameters = '']) => [
        name,
        [...parameters.matchAll(/(?:^|,)\s*(\w+\??):/g)]
          .map(([, parameter]) => parameter)
          .join(', '),
      ]),
    );
    const listed = [...read('docs/extending.md').matchAll(/^\| `(\w+)\(([\w?, ]+)\)` \|/gm)].map(
      ([, name, parameters]) => ({ name, parameters }),
    );

    const named = listed.map(({ name, parameters }) => {
      const count = parameters!.split(', ').length;
      return { name, parameters: methods.get(name)?.split(', ').slice(0, count).join(', ') };
    });

    expect(listed.length).toBeGreaterThan(10);
    expect(listed).toEqual(named);
  });

  test('names existing scripts', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const used = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => script ?? ''),
    );

    expect(used.filter((script) => !(script in scripts))).toEqual([]);
  });
});

/** The anchors the usual viewers make of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
