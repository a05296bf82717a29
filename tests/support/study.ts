import { installation } from '../../src/installation/manifest.ts';
import { openTestApi, type TestApi } from './api.ts';
import { firstInstallation } from './first-installation.ts';

/** The first installation with a source and two chems, for what was measured in it. */
export type Study = {
  api: TestApi;
  source: string;
  dbp: string;
  water: string;
  make(name: string, values: Record<string, unknown>): Promise<string>;
  newProject(): Promise<string>;
  /** An extraction that says nothing of its chem but a name. */
  measure(values: object): Promise<string>;
  /** An approved mapping of version 1. */
  map(rawTerm: string, values: object): Promise<string>;
};

export async function openStudy(): Promise<Study> {
  const descriptor = firstInstallation();
  return addStudy(await openTestApi({ descriptor: () => descriptor, ...studyParts }));
}

/** What the installation adds to the API. */
export const studyParts = { routes: installation.routes };

/** For an API of the first installation with {@link studyParts}. */
export async function addStudy(api: TestApi): Promise<Study> {
  let count = 0;
  const make = async (name: string, values: Record<string, unknown>): Promise<string> => {
    const resource = api.descriptor.resources.get(name)!;
    const made = await api.store.create(resource, values, { userId: null });
    if ('failure' in made) throw new Error(JSON.stringify(made));
    return made.record._id;
  };
  const source = await make('sources', { sourceId: 'S1', title: 'A study', year: 2020 });
  return {
    api,
    source,
    dbp: await make('chems', { casId: '84-74-2', commonName: 'Dibutyl phthalate' }),
    water: await make('chems', { casId: '7732-18-5', commonName: 'Water' }),
    make,
    newProject: () => make('projects', { key: `p${(count += 1)}`, name: 'P' }),
    measure: (values) =>
      make('extractions', {
        extractionId: `E${(count += 1)}`,
        source,
        rawChemName: 'DBP',
        testType: 'extraction',
        detected: true,
        status: 'submitted',
        ...values,
      }),
    map: (rawTerm, values) =>
      make('mappings', {
        mappingId: `M${(count += 1)}`,
        mappingType: 'chem',
        rawTerm,
        status: 'approved',
        mappingVersion: 1,
        ...values,
      }),
  };
}
