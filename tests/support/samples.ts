import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestAnswer, type TestApi } from './api.ts';
import { jobsOf, type TestJobs } from './jobs.ts';
import { librarySource } from './library.ts';

const all = ['list', 'read', 'create', 'update', 'delete', 'export', 'import'];

/** Samples of chemicals. Staff see only open chemicals, and no aliases; dealers import samples and see no chemicals. */
const descriptor = toDescriptor({
  ...librarySource,
  roles: { ...librarySource.roles, dealer: {} },
  resources: {
    users: librarySource.resources.users,
    chems: {
      title: '{name} ({cas})',
      importKey: 'cas',
      fields: {
        cas: { type: 'cas', required: true, unique: true, search: true },
        name: { type: 'text', required: true, search: true },
        alias: { type: 'text', search: true, read: ['admin'], write: ['admin'] },
        isOpen: { type: 'boolean', default: true },
      },
      permissions: { staff: { list: { isOpen: true }, read: true }, viewer: ['list', 'read'] },
    },
    families: {
      title: '{name}',
      importKey: 'name',
      fields: { name: { type: 'text', required: true, unique: true } },
      permissions: { staff: ['list', 'read'] },
    },
    samples: {
      title: '{number}',
      importKey: 'number',
      fields: {
        number: { type: 'text', unique: true },
        place: { type: 'text' },
        chem: { type: 'reference', to: 'chems' },
        others: { type: 'references', to: 'chems' },
        family: { type: 'reference', to: 'families' },
      },
      permissions: { staff: all, dealer: all, viewer: ['list'] },
    },
  },
});

export type Samples = {
  api: TestApi;
  jobs: TestJobs;
  /** Sends a file of samples, and asks for the values of one of its columns. */
  valuesOf(
    file: string,
    asked: object,
    sent?: { as?: string; name?: string },
  ): Promise<TestAnswer & { job: any }>;
};

export async function openSamples(): Promise<Samples> {
  const api = await openTestApi({ descriptor: () => descriptor });
  const jobs = jobsOf(api, '/api/samples');
  const chems = [
    { _id: 'bpa', cas: '80-05-7', name: 'Bisphenol A', alias: 'Diphenylolpropane' },
    { _id: 'bps', cas: '80-09-1', name: 'Bisphenol S' },
    { _id: 'toluol', cas: '108-88-3', name: 'Toluène' },
    { _id: 'secret', cas: '50-00-0', name: 'Formaldehyde', isOpen: false },
  ];
  for (const chem of chems) await api.call('POST', '/api/chems', { as: 'admin', body: chem });
  for (const name of ['Plasticisers', 'Antioxidants', 'Monomers'])
    await api.call('POST', '/api/families', { as: 'admin', body: { name } });
  return {
    api,
    jobs,
    valuesOf: async (file, asked, { as = 'staff', name = 'samples.csv' } = {}) => {
      const { json: job, text } = await jobs.upload(file, name, as);
      if (!job.id) throw new Error(text);
      return { job, ...(await jobs.call('POST', `/api/jobs/${job.id}/values`, asked, as)) };
    },
  };
}
