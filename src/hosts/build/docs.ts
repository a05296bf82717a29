import '../trusted-types.ts';
import { openApiDocs } from '../../admin/pages/api-docs/open-api-docs.ts';

void openApiDocs(document.getElementById('docs')!);
