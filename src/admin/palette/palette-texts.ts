import type { PaletteTexts } from '../messages/en/palette.ts';
import { createTextBundle } from '../messages/text-bundle.ts';

export const { load: loadPaletteTexts, useTexts: usePaletteTexts } = createTextBundle<PaletteTexts>(
  {
    en: async () => (await import('../messages/en/palette.ts')).palette,
    de: async () => (await import('../messages/de/palette.ts')).palette,
  },
);
