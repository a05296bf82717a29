import { showDirections } from '../../direction-signs.ts';
import type { FieldUi } from '../../field-ui.ts';
import { Pill } from '../../screen/pill.ui.tsx';
import { SomeOf } from '../../screen/some-of.ui.tsx';

export const tagsUi: FieldUi = {
  Cell: ({ value, place }) => (
    <SomeOf
      members={value as readonly string[]}
      place={place}
      draw={(tags) =>
        tags.map((tag) => ({
          key: tag,
          text: () => showDirections(tag),
          node: (
            <Pill
              outlined
              title={showDirections(tag)}
              style={place === 'list' ? inList : undefined}
            >
              {showDirections(tag)}
            </Pill>
          ),
        }))
      }
    />
  ),
  width: () => 'wide',
};

const inList = { maxWidth: 160 };
