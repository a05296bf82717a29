import { showBidi } from '../../text/direction-signs.ts';
import type { FieldUi } from '../../type/field-ui.ts';
import { Pill } from '../../screen/pill.ui.tsx';
import { Marked } from '../../screen/marked.ui.tsx';
import { LimitedList } from '../../screen/limited-list.ui.tsx';

export const tagsUi: FieldUi = {
  Cell: ({ field, value, place }) => (
    <LimitedList
      members={value as readonly string[]}
      place={place}
      draw={(tags) =>
        tags.map((tag) => ({
          key: tag,
          text: () => showBidi(tag),
          node: (
            <Pill outlined title={showBidi(tag)} style={place === 'list' ? inList : undefined}>
              <Marked field={field} text={showBidi(tag)} />
            </Pill>
          ),
        }))
      }
    />
  ),
  line: 'pills',
  width: () => 'wide',
};

const inList = { maxWidth: 'min(160px, 100%)' };
