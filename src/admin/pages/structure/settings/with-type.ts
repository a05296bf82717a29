import { misfitsOf } from '../../../../descriptor/edits/misfits.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { makesVariant } from './field-kinds.ts';
import { toSettings } from './to-settings.ts';

/** A field with another type or variant: it keeps the settings that both types have, and gets those that are given with the new one. */
export function withType(
  before: JsonObject,
  { type: given, ...needed }: JsonObject,
): { field: JsonObject; lost: string[] } {
  const type = String(given);
  const own = Object.entries(before).filter(([name]) => name !== 'type');
  const known = own.filter(
    ([name, value]) =>
      !makesVariant(type, name) && isKept(String(before['type']), type, name, value),
  );
  const all = { type, ...Object.fromEntries(known), ...needed };
  const misfits = misfitsOf(all);
  const kept = new Set(Object.keys(all).filter((name) => !misfits.includes(name)));
  return {
    field: Object.fromEntries(Object.entries(all).filter(([name]) => kept.has(name))),
    lost: own.map(([name]) => name).filter((name) => !kept.has(name)),
  };
}

/** Conditions are texts that the grammar alone does not accept, so what both types declare alike stays. */
function isKept(before: string, type: string, name: string, value: unknown): boolean {
  const [former, setting] = [before, type].map((one) =>
    toSettings(one).find((each) => each.name === name),
  );
  return setting !== undefined && (former?.schema === setting.schema || setting.accepts(value));
}
