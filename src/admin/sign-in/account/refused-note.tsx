import { fillTemplate } from '../../../fields/fill-template.ts';
import type { Refused } from './send.ts';
import { useTexts } from '../../messages/texts.ts';

/** What stands in the way beside the form itself, for as long as it does. */
export function RefusedNote({
  refused,
  secondsLeft,
}: {
  refused: Refused | undefined;
  secondsLeft: number;
}) {
  const texts = useTexts('visitor');
  if (refused === undefined || refused.reason === 'refused') return null;
  const { reason } = refused;
  const wait = secondsLeft > 0 ? texts.tooOften : texts.tooOftenOver;
  const said = {
    unreachable: texts.unreachable,
    tooOften: fillTemplate(wait, { seconds: secondsLeft }),
    broken: texts.broken.replace('{status}', 'status' in refused ? String(refused.status) : ''),
  };
  return (
    <div className="entry-note" role="alert">
      <strong>{texts[`${reason}Title`]}</strong>
      <span aria-live="off">{said[reason]}</span>
    </div>
  );
}
