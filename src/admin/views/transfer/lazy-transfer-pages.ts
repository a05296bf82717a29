import type { ComponentType } from 'react';
import { lazyPage } from '../../kit/lazy-page.tsx';
import { loadTransferTexts } from './transfer-texts.ts';

/* With their texts there, which nobody else waits for. */

const page = (load: () => Promise<ComponentType>): ComponentType =>
  lazyPage(async () => {
    const [Page] = await Promise.all([load(), loadTransferTexts()]);
    return Page;
  });

export const ImportPage = page(
  async () => (await import('../../files/import-page.tsx')).ImportPage,
);

export const JobPage = page(async () => (await import('../../files/job-page.tsx')).JobPage);

export const JobsPage = page(async () => (await import('../../files/jobs-page.tsx')).JobsPage);
