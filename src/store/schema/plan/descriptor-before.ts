import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toDescriptor } from '../../../descriptor/read/to-descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { readApplied } from '../tables/applied-descriptor.ts';

/** The descriptor that was applied last. */
export async function descriptorBefore(sql: QueryRunner): Promise<Descriptor | undefined> {
  const declaration = (await readApplied(sql))?.declaration;
  return declaration ? toDescriptor(JSON.parse(declaration)) : undefined;
}
