// Elements: the card form in an iframe from the sandbox. The page around the iframe never sees card numbers.

class Element {
  constructor(type, key, group, options) {
    this._type = type;
    this._key = key;
    this._group = group;
    this._options = options ?? {};
    this._listeners = new Map();
    this._answers = new Map();
    this._calls = 0;
    this._frame = null;
    this._port = null;
    this._opened = this._awaitOpen();
    this._destroyed = false;
  }

  _awaitOpen() {
    let open;
    const opened = new Promise((resolve) => {
      open = resolve;
    });
    this._open = open;
    return opened;
  }

  mount(where) {
    if (this._destroyed) throw new IntegrationError('This Element has already been destroyed.');
    const parent = typeof where === 'string' ? document.querySelector(where) : where;
    if (!parent) throw new IntegrationError(`The selector you specified (${where}) applies to no DOM element.`);
    if (this._frame?.parentNode === parent) return this;
    this.unmount();
    const frame = document.createElement('iframe');
    frame.title = 'Secure payment input frame';
    frame.name = `__privateStripeFrame${Math.floor(Math.random() * 10000)}`;
    frame.src = `${ORIGIN}/_sandbox/card`;
    Object.assign(frame.style, {
      border: '0',
      display: 'block',
      // The form has a padding of 4 px for the focus ring. The negative margin aligns the fields with the rest of
      // the page.
      margin: '-4px',
      width: 'calc(100% + 8px)',
      height: `${FRAME_HEIGHT}px`,
      background: 'transparent',
    });
    this._frame = frame;
    this._setColorScheme();
    frame.addEventListener('load', () => this._connect(frame));
    // The timer reports a page that fails to load, because the iframe then fires no `error` event.
    this._loadTimer = setTimeout(() => this._emit('loaderror', { error: CONNECTION_ERROR }), LOAD_TIMEOUT_MS);
    this._emit('loaderstart', {});
    parent.replaceChildren(frame);
    return this;
  }

  _setColorScheme() {
    // An iframe is transparent only if its color scheme is the same as the page's.
    if (this._frame) this._frame.style.colorScheme = isNight(this._group.options.appearance) ? 'dark' : 'light';
  }

  _connect(frame) {
    if (frame !== this._frame) return;
    const { port1, port2 } = new MessageChannel();
    this._port?.close();
    this._port = port1;
    port1.onmessage = ({ data }) => this._onMessage(data);
    const init = {
      type: 'stripe-sandbox:init',
      key: this._key,
      clientSecret: this._group.options.clientSecret ?? null,
      ...this._appearance(),
    };
    frame.contentWindow.postMessage(init, ORIGIN, [port2]);
  }

  _appearance() {
    const { appearance } = this._group.options;
    const ground = backgroundOf(this._frame?.parentElement);
    return JSON.parse(JSON.stringify({ appearance: appearance ?? {}, options: this._options, ground }));
  }

  _onMessage(data) {
    switch (data.type) {
      case 'height':
        if (this._frame) this._frame.style.height = `${data.px}px`;
        break;
      case 'answer':
        this._answers.get(data.call)?.(data.value);
        this._answers.delete(data.call);
        break;
      case 'open':
        clearTimeout(this._loadTimer);
        this._open();
        break;
      default:
        this._emit(data.type, data.event ?? {});
    }
  }

  async _ask(what, value) {
    if (!this._frame) {
      throw new IntegrationError('The Element is not mounted: mount it before you use it.');
    }
    await this._opened;
    const call = ++this._calls;
    return new Promise((resolve) => {
      this._answers.set(call, resolve);
      this._port.postMessage({ type: 'ask', call, what, value });
    });
  }

  _emit(name, event) {
    for (const listener of [...(this._listeners.get(name) ?? [])]) {
      listener({ elementType: this._type, ...event });
    }
  }

  on(name, listener) {
    if (!this._listeners.has(name)) this._listeners.set(name, new Set());
    this._listeners.get(name).add(listener);
    return this;
  }

  off(name, listener) {
    if (listener) this._listeners.get(name)?.delete(listener);
    else this._listeners.delete(name);
    return this;
  }

  once(name, listener) {
    const first = (event) => {
      this.off(name, first);
      listener(event);
    };
    return this.on(name, first);
  }

  update(options) {
    Object.assign(this._options, options);
    this._restyle();
    return this;
  }

  _restyle() {
    const sendAppearance = () => {
      this._setColorScheme();
      this._port?.postMessage({ type: 'look', ...this._appearance() });
    };
    sendAppearance();
    // The page's colors may still be in a CSS transition, so they are sent again after it.
    setTimeout(sendAppearance, 400);
  }

  focus() {
    this._port?.postMessage({ type: 'focus' });
  }

  blur() {
    this._frame?.blur();
  }

  clear() {
    this._port?.postMessage({ type: 'clear' });
  }

  collapse() {}

  unmount() {
    if (!this._frame) return;
    clearTimeout(this._loadTimer);
    this._port?.close();
    this._frame.remove();
    this._frame = null;
    this._port = null;
    for (const resolve of this._answers.values()) resolve({ error: CONNECTION_ERROR });
    this._answers.clear();
    this._opened = this._awaitOpen();
  }

  destroy() {
    this.unmount();
    this._listeners.clear();
    this._destroyed = true;
    this._group.forget(this);
  }
}

class Elements {
  constructor(key, options) {
    this._key = key;
    this._group = { options: { ...options }, forget: (element) => this._elements.delete(element._type) };
    this._elements = new Map();
    if (options.clientSecret) intentId(options.clientSecret);
  }

  create(type, options) {
    if (!['payment', 'card', 'expressCheckout'].includes(type)) {
      throw new IntegrationError(`The stand-in has no ${type} Element: only payment, card and expressCheckout.`);
    }
    if (this._elements.has(type)) {
      throw new IntegrationError(`Can only create one Element of type ${type}.`);
    }
    const Kind = type === 'expressCheckout' ? ExpressElement : Element;
    const element = new Kind(type, this._key, this._group, options);
    this._elements.set(type, element);
    return element;
  }

  getElement(type) {
    return this._elements.get(typeof type === 'string' ? type : type?.__elementType) ?? null;
  }

  update(options) {
    Object.assign(this._group.options, options);
    for (const element of this._elements.values()) element._restyle();
  }

  async fetchUpdates() {
    return {};
  }

  async submit() {
    if (this._group.wallet) return { selectedPaymentMethod: this._group.wallet };
    const value = await this._form()._ask('submit');
    return value.error ? { error: value.error } : { selectedPaymentMethod: 'card' };
  }

  _form() {
    const form = this._elements.get('payment') ?? this._elements.get('card');
    if (!form) throw new IntegrationError('Create and mount a payment Element first.');
    return form;
  }
}
