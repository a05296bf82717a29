import type { z } from 'zod';
import { fieldTypes } from '../../fields/registry.ts';
import { toDeclaration } from '../../fields/type/to-field.ts';
import { descriptorSettings } from '../settings/descriptor-settings.ts';

/** The settings of an included file; their contents are checked once all files are merged. */
export const includedSettings = descriptorSettings.omit({ app: true }).partial();

/** The whole declaration of a field, for each type. */
export const fieldSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(fieldTypes).map(([type, kind]) => [type, toDeclaration(type, kind)]),
);
