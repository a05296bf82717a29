import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';

/** A language this app has. */
export function languageIn({ app }: Descriptor) {
  return z.enum(app.languages as [string, ...string[]]);
}
