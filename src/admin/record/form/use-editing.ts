import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { settings } from '../../client/settings.ts';
import { isWriting, SINGLE_KEYS } from '../../kit/keys/single-keys.ts';
import { isPressedOver, useWindowKeys } from '../../kit/keys/use-window-keys.ts';

export type Editing = ReturnType<typeof useEditing>;

/** Whether the values of a record can be read or written. A click on a value, or the key E, turns one into the other. */
export function useEditing(isAtFirst: boolean) {
  const [isEditing, setEditing] = useState(isAtFirst);
  const frame = useRef<HTMLElement>(null);
  const targetPlace = useRef<Place>(undefined);

  /** Shows the inputs, with the focus in that of a field, or else in the first one in view. */
  const start = useCallback((field?: string): void => {
    targetPlace.current = toPlace(frame.current, field ?? firstInView(frame.current));
    setEditing(true);
  }, []);
  /** Shows the values again, with the focus where it was. */
  const stop = useCallback((): void => {
    const field = document.activeElement?.closest<HTMLElement>('[data-field]');
    // The inputs of a line disappear with it.
    const isInside = field && frame.current?.contains(field) && !field.closest('[data-list]');
    targetPlace.current = toPlace(frame.current, isInside ? field.dataset['field'] : undefined);
    setEditing(false);
  }, []);
  useLayoutEffect(() => {
    if (targetPlace.current) restorePlace(frame.current, targetPlace.current, isEditing);
    targetPlace.current = undefined;
  }, [isEditing]);

  useWindowKeys((event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (key.toLowerCase() !== 'e' || altKey || ctrlKey || metaKey) return;
    if (isEditing || event.defaultPrevented || event.isComposing || isWriting(event.target)) return;
    if (settings.get()[SINGLE_KEYS] === false || isPressedOver(event, frame.current, OVER)) return;
    event.preventDefault();
    start();
  });
  /** Takes the element around the fields. */
  const setFrame = useCallback((element: HTMLElement | null) => void (frame.current = element), []);
  return { isEditing, start, stop, setFrame };
}

/** A field, and how far from the top of the window it is. */
type Place = { field: string | undefined; top: number | undefined };

const find = (frame: HTMLElement | null, field: string | undefined): HTMLElement | undefined =>
  field === undefined
    ? undefined
    : (frame?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`) ?? undefined);

function toPlace(frame: HTMLElement | null, field: string | undefined): Place {
  return { field, top: find(frame, field)?.getBoundingClientRect().top };
}

/** The first field that can be written and whose value is in view. */
function firstInView(frame: HTMLElement | null): string | undefined {
  const fields = [...(frame?.querySelectorAll<HTMLElement>('[data-field][data-writable]') ?? [])];
  const first = fields.find((field) => field.getBoundingClientRect().top >= 96) ?? fields[0];
  return first?.dataset['field'];
}

/** Focuses the field without moving it: inputs are taller than values, and empty ones come in between. */
function restorePlace(frame: HTMLElement | null, { field, top }: Place, isEditing: boolean): void {
  const slot = find(frame, field) ?? frame?.querySelector<HTMLElement>('[data-field]') ?? undefined;
  if (slot && top !== undefined) {
    const moved = slot.getBoundingClientRect().top - top;
    if (moved !== 0) scrollerOf(slot).scrollBy?.({ top: moved });
  }
  const target = isEditing ? INPUT : 'button[data-edit]';
  const input = slot?.querySelector<HTMLElement>(target);
  input?.focus({ preventScroll: top !== undefined });
  if (isEditing) toEnd(input);
}

/** People mostly add to a text; what is in it must not be lost by the first letter. */
function toEnd(input: HTMLElement | null | undefined): void {
  const isText = input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement;
  if (isText && (input.type === 'text' || input.type === 'textarea'))
    input.setSelectionRange(input.value.length, input.value.length);
}

const INPUT =
  'input:not([type="hidden"]):not([disabled]), textarea:not([aria-hidden]), [role="combobox"], select, button';

function scrollerOf(element: HTMLElement): Element {
  for (let up = element.parentElement; up; up = up.parentElement)
    if (up.scrollHeight > up.clientHeight && /auto|scroll/.test(getComputedStyle(up).overflowY))
      return up;
  return document.documentElement;
}

const OVER = '[role="dialog"], [role="menu"], [role="listbox"], [role="grid"], .g-grid';
