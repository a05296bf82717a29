/** The package has no types; these are the parts we use. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Sent = { url: string; headers: Record<string, string> };
  type Options = {
    spec: object;
    domNode: HTMLElement;
    plugins: readonly (() => object)[];
    docExpansion: 'list' | 'none';
    defaultModelsExpandDepth: number;
    deepLinking: boolean;
    filter: boolean;
    displayRequestDuration: boolean;
    validatorUrl: null;
    syntaxHighlight: { activated: false };
    requestInterceptor: (request: Sent) => Promise<Sent>;
  };
  export default function SwaggerUI(options: Options): unknown;
}
