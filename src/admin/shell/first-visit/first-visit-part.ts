import { lazyPart } from '../../kit/loading/lazy-part.tsx';

/** The ways to begin; only an installation without records loads them. */
export const FirstVisit = lazyPart(
  () => import('./first-visit.tsx'),
  'FirstVisit',
  import.meta.glob('/src/admin/messages/*/shell/{first-visit,descriptor-problems}.ts'),
);
