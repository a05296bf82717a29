import type { Descriptor, Resource } from '../../../../descriptor/descriptor.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { readDraft } from '../../../../descriptor/read/draft-descriptor.ts';
import { useStructureDraft } from './use-structure-draft.ts';

/** What the draft means; undefined while a mistake leaves it open. */
export function useDraftDescriptor(): Descriptor | undefined {
  const { declared } = useStructureDraft();
  return declared && readWhole(declared);
}

/** The fields that the draft declares, also while an entry of a list is not complete yet; the rights as far as they are valid. */
export function useDraftFields(): Descriptor | undefined {
  const { declared } = useStructureDraft();
  return declared && (readWhole(declared) ?? readFields(declared));
}

const readWhole = once(readDraft);

const readFields = once(
  (declared) => readParts(declared, ['permissions']) ?? readParts(declared, []),
);

function readParts(declared: JsonObject, more: readonly string[]): Descriptor | undefined {
  const parts = ['label', 'title', 'fields', ...more];
  const named = Object.entries(asObject(declared['resources'])).map(([name, resource]) => [
    name,
    Object.fromEntries(parts.map((part) => [part, asObject(resource)[part]])),
  ]);
  return readDraft({ ...declared, resources: Object.fromEntries(named) });
}

/** Many inputs read the same draft, which takes some time. */
function once(read: (declared: JsonObject) => Descriptor | undefined) {
  const known = new WeakMap<JsonObject, { descriptor: Descriptor | undefined }>();
  return (declared: JsonObject): Descriptor | undefined => {
    const { descriptor } = known.get(declared) ?? { descriptor: read(declared) };
    known.set(declared, { descriptor });
    return descriptor;
  };
}

/** The collection as the server has it that the draft has under this name, or under another one. */
export function findApplied(
  { resources }: Descriptor,
  { source }: Descriptor,
  { name }: Resource,
): Resource | undefined {
  return resources.get(name) ?? resources.get(source.resources[name]?.was ?? '');
}
