import { useEffect, useEffectEvent } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { useConfig } from '../client/config.tsx';
import { useSetting } from '../client/use-setting.ts';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** A used command or a record. A record keeps its title here, because it is not among the commands. */
export type Kept = { id: string; label?: string };

/** A record that the user may open, under the title it had when it was seen last. */
export type KeptRecord = { id: string; label: string; to: string; icon: string };

/** So many are kept, of either kind. */
const MAX_PINS = 20;
/** Characters of a title. */
const MAX_TITLE_LENGTH = 120;

/** The commands and records used last, latest first, the same on every computer. */
export function useRecent(): [readonly Kept[], (used: Kept) => void] {
  const [recent, keep] = useKept('palette');
  const add = (used: Kept): void =>
    keep([used, ...recent.filter(({ id }) => id !== used.id)].slice(0, MAX_PINS));
  return [recent, add];
}

/** The records in the menu, in the order in which they were pinned. */
export function usePins(): { pins: readonly Kept[]; toggle: (record: Kept) => void } {
  const notify = useNotify();
  const { texts } = useI18n();
  const [pins, keep] = useKept('pins');
  const toggle = (record: Kept): void => {
    const others = pins.filter(({ id }) => id !== record.id);
    if (others.length < pins.length) keep(others);
    else if (pins.length < MAX_PINS) keep([...pins, record]);
    else notify(fillTemplate(texts.layout.pinsFull, { limit: MAX_PINS }), { type: 'warning' });
  };
  return { pins, toggle };
}

function useKept(key: 'palette' | 'pins'): [readonly Kept[], (next: readonly Kept[]) => void] {
  const [kept, keep] = useSetting<unknown>(key);
  return [Array.isArray(kept) ? kept.filter(isKept) : [], keep];
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  );
}

export function toKept(resource: Resource, record: RaRecord): Required<Kept> {
  return {
    id: `record:${resource.name}:${record.id}`,
    label: displayTitle(resource, record).slice(0, MAX_TITLE_LENGTH),
  };
}

/** Those that are records of a collection that the role may list. */
export function keptRecords(
  kept: readonly Kept[],
  descriptor: Descriptor,
  role: string,
): KeptRecord[] {
  return kept.flatMap(({ id, label }) => {
    const [, name = '', record = ''] = /^record:([^:]+):(.+)$/.exec(id) ?? [];
    const resource = descriptor.resources.get(name);
    if (!resource || label === undefined || !mayDo(descriptor, role, resource, 'list')) return [];
    return [{ id, label, to: toRecordPath(resource, record), icon: resource.icon }];
  });
}

/** Counts an open record among the latest ones, and renews its title in the menu. */
export function useNoteOpened(resource: Resource, record: RaRecord | undefined): void {
  const { descriptor, role } = useConfig();
  const [recent, add] = useRecent();
  const [pins, keepPins] = useKept('pins');
  const { id, label } = record ? toKept(resource, record) : {};
  const note = useEffectEvent((opened: Required<Kept>): void => {
    if (!mayDo(descriptor, role, resource, 'list')) return;
    const [latest] = recent;
    if (latest?.id !== opened.id || latest.label !== opened.label) add(opened);
    const isStale = (pin: Kept): boolean => pin.id === opened.id && pin.label !== opened.label;
    if (pins.some(isStale)) keepPins(pins.map((pin) => (isStale(pin) ? opened : pin)));
  });
  useEffect(() => {
    if (id !== undefined && label !== undefined) note({ id, label });
  }, [id, label]);
}
