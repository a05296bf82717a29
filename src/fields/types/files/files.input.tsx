import { inputsOfFiles } from '../../screen/files-input.ui.tsx';

export const filesInputs = inputsOfFiles({ isMany: true });
