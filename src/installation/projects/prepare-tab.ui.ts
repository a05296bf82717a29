import { loadTexts } from '../../admin/messages/texts.ts';

/** Loads what a tab says of the charts it shares with the dashboard. */
export function prepareTab(): Promise<void> {
  return loadTexts(import.meta.glob('/src/admin/messages/*/workplace.ts'));
}
