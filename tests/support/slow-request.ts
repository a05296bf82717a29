/** An `XMLHttpRequest` as uploads use it, on the way everything else goes: jsdom's cannot send a form of Node's. */
export class SlowRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  #path = '';
  #method = 'GET';
  #headers = new Headers();
  #answered = new Headers();
  #abort = new AbortController();

  open(method: string, path: string): void {
    this.#method = method;
    this.#path = path;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  }

  abort(): void {
    this.#abort.abort();
  }

  send(body: BodyInit): void {
    const init = { method: this.#method, headers: this.#headers, body, signal: this.#abort.signal };
    void this.#exchange(init);
  }

  async #exchange(init: RequestInit): Promise<void> {
    try {
      const response = await fetch(this.#path, init);
      this.status = response.status;
      this.#answered = response.headers;
      this.responseText = await response.text();
      this.dispatchEvent(new Event('load'));
    } catch {
      this.dispatchEvent(new Event(this.#abort.signal.aborted ? 'abort' : 'error'));
    }
    this.dispatchEvent(new Event('loadend'));
  }
}
