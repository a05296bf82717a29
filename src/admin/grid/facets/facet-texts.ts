import type { FacetTexts } from '../../messages/en/facets.ts';
import { createTextBundle } from '../../messages/text-bundle.ts';

/** What the counts beside a list say; they come with them. */
export const { load: loadFacetTexts, useTexts: useFacetTexts } = createTextBundle<FacetTexts>({
  en: async () => (await import('../../messages/en/facets.ts')).facets,
  de: async () => (await import('../../messages/de/facets.ts')).facets,
});
