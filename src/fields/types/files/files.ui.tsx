import type { FieldUi } from '../../type/field-ui.ts';
import { isPictureFile, type FileValue } from '../../files/file-value.ts';
import { FilesCell } from '../../screen/files-cell.ui.tsx';
import { requireItem } from '../../require-entry.ts';

export const filesUi: FieldUi = {
  Cell: ({ value, ...rest }) => <FilesCell files={value as readonly FileValue[]} {...rest} />,
  width: () => 'wide',
  isPicture: (value) => isPictureFile(requireItem(value as readonly FileValue[], 0)),
};
