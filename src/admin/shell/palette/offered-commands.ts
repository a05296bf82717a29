import { useEffect } from 'react';
import type { Text } from '../../../fields/field.ts';

/** Something the page that is open can have done, for the command palette. */
type OfferedCommand = { id: string; label: Text; icon: string; run: () => void };

const offers = new Map<symbol, readonly OfferedCommand[]>();

/** Offers commands for as long as the component is there. `commands` should stay the same list while they do. */
export function useOfferCommands(commands: readonly OfferedCommand[]): void {
  useEffect(() => {
    const offer = Symbol('offer');
    offers.set(offer, commands);
    return () => void offers.delete(offer);
  }, [commands]);
}

/** What is offered at this moment. */
export function offeredCommands(): OfferedCommand[] {
  return [...offers.values()].flat();
}
