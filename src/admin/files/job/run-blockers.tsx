import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useFieldLabel } from '../../kit/use-resource.ts';
import { Hint } from '../../kit/hint.tsx';
import type { gapsOfMissing } from '../job-settings.ts';

/** The id of the note, for the `aria-describedby` of the button it explains. */
export const BLOCKERS_ID = 'why-not-yet';

type RunBlockersProps = {
  isReading: boolean;
  isReadable: boolean;
  /** Fields that two columns would fill. */
  repeated: readonly string[];
  undecided: readonly string[];
  /** Required fields without a value in any row. */
  missing: readonly string[];
  /** Whether a step lacks a part, or the server refuses it. */
  hasOpenSteps: boolean;
  /** What is not entered yet for the records that the file lacks. */
  gaps: ReturnType<typeof gapsOfMissing>;
};

/** What is missing before the dry run can start. It is always in the page, so that changes are announced. */
export function RunBlockers(props: RunBlockersProps) {
  const { isReading, isReadable, repeated, undecided, missing, hasOpenSteps } = props;
  const { missing: lacking } = useTexts('import-rows');
  const { run: texts, columns } = useTexts('files');
  const labelOf = useFieldLabel();
  const listed = (names: readonly string[]): string => names.map(labelOf).join(', ');
  const reasons = [
    ...(isReading ? [texts.whyReading] : []),
    ...(isReadable ? [] : [texts.whyLayout]),
    ...(repeated.length > 0 ? [fillTemplate(texts.whyTwice, { fields: listed(repeated) })] : []),
    ...(undecided.length > 0
      ? [fillTemplate(texts.whyUndecided, { columns: undecided.join(', ') })]
      : []),
    ...(missing.length > 0 ? [fillTemplate(texts.whyMissing, { fields: listed(missing) })] : []),
    ...(hasOpenSteps ? [columns.openSteps] : []),
    ...props.gaps.map((gap) => lacking.gaps[gap]),
  ];
  return (
    <Hint id={BLOCKERS_ID} component={Status}>
      {reasons.length > 0 && `${texts.why} ${reasons.join('; ')}.`}
    </Hint>
  );
}
