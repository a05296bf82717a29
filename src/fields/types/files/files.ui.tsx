import type { FieldUi } from '../../field-ui.ts';
import { isPictureFile, type FileValue } from '../../file-value.ts';
import { FilesCell } from '../../screen/files-cell.ui.tsx';

export const filesUi: FieldUi = {
  Cell: ({ value, ...rest }) => <FilesCell files={value as readonly FileValue[]} {...rest} />,
  width: () => 'wide',
  isPicture: (value) => isPictureFile((value as readonly FileValue[])[0]!),
};
