import { useEffect } from 'react';
import type { Text } from '../../../fields/type/field.ts';

/** A command that the open page offers in the command palette. */
type OfferedCommand = { id: string; label: Text; icon: string; run: () => void };

const offers = new Map<symbol, readonly OfferedCommand[]>();

/** Offers commands while the component is mounted. `commands` should keep its identity until they change. */
export function useOfferCommands(commands: readonly OfferedCommand[]): void {
  useEffect(() => {
    const offer = Symbol('offer');
    offers.set(offer, commands);
    return () => void offers.delete(offer);
  }, [commands]);
}

/** The commands offered at the moment. */
export function offeredCommands(): OfferedCommand[] {
  return [...offers.values()].flat();
}
