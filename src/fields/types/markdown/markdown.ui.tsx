import { showBidi } from '../../text/direction-signs.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { TruncatedLine } from '../../screen/line-cell.ui.tsx';
import { Marked } from '../../screen/marked.ui.tsx';
import { LazyView } from './lazy-view.ui.tsx';
import { plainWords } from './plain-words.ts';

/** More than any line has room for. */
const MAX_PREVIEW_LENGTH = 300;

export const markdownUi: FieldUi = {
  Cell: ({ field, value, place }) => {
    const text = showBidi(String(value));
    if (place === 'page') return <LazyView text={text} />;
    const words = plainWords(text.slice(0, 10 * MAX_PREVIEW_LENGTH)).slice(0, MAX_PREVIEW_LENGTH);
    return (
      <TruncatedLine place={place} title={words.length > 36 ? words : undefined}>
        <Marked field={field} text={words} />
      </TruncatedLine>
    );
  },
  words: String,
  width: () => 'wide',
};
