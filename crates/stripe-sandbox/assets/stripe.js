// Stands in for Stripe.js on a page: the same names, the same answers, a card form in a frame of the sandbox.
// Card numbers live in that frame alone; this script only ever sees what the API answers about them.
(() => {
  'use strict';

  const ORIGIN = '__ORIGIN__';
  const FRAME_HEIGHT = 399;
  const PATIENCE_MS = 15_000;
  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'The payment provider could not be reached. Please check your connection, and whether the payment went ' +
      'through, before you try again.',
  };

  class IntegrationError extends Error {
    constructor(message) {
      super(message);
      this.name = 'IntegrationError';
    }
  }

  const isNight = (appearance) => appearance?.theme === 'night';

  // The colour that stands behind something: the first one around it that cannot be seen through.
  function groundOf(node) {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (/^rgb\(/.test(color)) return color;
    }
    return null;
  }

  // --- the API, as a page may call it -------------------------------------------------------------------------

  async function api(key, method, path, params) {
    const form = new URLSearchParams(params);
    form.set('key', key);
    try {
      const url = method === 'GET' ? `${ORIGIN}${path}?${form}` : `${ORIGIN}${path}`;
      const response = await fetch(url, { method, body: method === 'GET' ? undefined : form, credentials: 'omit' });
      return await response.json();
    } catch {
      return { error: CONNECTION_ERROR };
    }
  }

  function intentId(clientSecret) {
    const found = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(String(clientSecret));
    if (!found) {
      throw new IntegrationError(
        `Invalid value for clientSecret: it should be a PaymentIntent client secret, as pi_…_secret_…`,
      );
    }
    return found[1];
  }

  async function retrieve(key, clientSecret) {
    const answer = await api(key, 'GET', `/v1/payment_intents/${intentId(clientSecret)}`, {
      client_secret: clientSecret,
    });
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  }

  // --- 3-D Secure: the challenge page in a dialog over this one -----------------------------------------------

  function challenge(intent, appearance) {
    return new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.title = '3-D Secure authentication';
      frame.name = 'stripe-challenge-frame';
      const night = isNight(appearance);
      const query = new URLSearchParams({
        payment_intent: intent.id,
        client_secret: intent.client_secret,
        modal: '1',
        theme: night ? 'night' : 'stripe',
      });
      frame.src = `${ORIGIN}/_sandbox/challenge?${query}`;
      Object.assign(frame.style, {
        border: '0',
        borderRadius: '12px',
        background: night ? '#12202f' : '#ffffff',
        colorScheme: night ? 'dark' : 'light',
        height: 'min(340px, calc(100% - 32px))',
        width: 'min(440px, calc(100% - 32px))',
        boxShadow: '0 12px 40px rgb(0 0 0 / 35%)',
      });
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', '3-D Secure authentication');
      Object.assign(dialog.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        maxWidth: 'none',
        maxHeight: 'none',
        margin: '0',
        padding: '0',
        border: '0',
        background: 'rgb(11 27 43 / 60%)',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        zIndex: '2147483647',
      });
      const finish = (event) => {
        if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return;
        if (event.data?.type !== 'stripe-sandbox:challenge-done') return;
        window.removeEventListener('message', finish);
        dialog.close();
        dialog.remove();
        resolve();
      };
      window.addEventListener('message', finish);
      // The answer is given inside: Escape alone neither completes nor fails it.
      dialog.addEventListener('cancel', (event) => event.preventDefault());
      frame.addEventListener('load', () => frame.focus());
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  // What a confirmed intent comes to, once the payer has done what is asked of them.
  async function follow(key, answer, appearance) {
    if (answer.error) return { error: answer.error };
    if (answer.status !== 'requires_action') return { paymentIntent: answer };
    const clientSecret = answer.client_secret;
    await challenge(answer, appearance);
    const after = await retrieve(key, clientSecret);
    if (after.error) return after;
    const { paymentIntent } = after;
    if (paymentIntent.status === 'requires_payment_method') {
      return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } };
    }
    return { paymentIntent };
  }

  // --- elements -----------------------------------------------------------------------------------------------

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
      this._opened = this._closed();
      this._destroyed = false;
    }

    _closed() {
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
        // The form keeps 4 px around it for the focus ring; they should not set it in from the page's own lines.
        margin: '-4px',
        width: 'calc(100% + 8px)',
        height: `${FRAME_HEIGHT}px`,
        background: 'transparent',
      });
      this._frame = frame;
      this._paint();
      frame.addEventListener('load', () => this._connect(frame));
      // A frame says nothing of a page that could not be loaded.
      this._patience = setTimeout(() => this._emit('loaderror', { error: CONNECTION_ERROR }), PATIENCE_MS);
      this._emit('loaderstart', {});
      parent.replaceChildren(frame);
      return this;
    }

    _paint() {
      // A frame is only see-through where its colour scheme is the page's.
      if (this._frame) this._frame.style.colorScheme = isNight(this._group.options.appearance) ? 'dark' : 'light';
    }

    _connect(frame) {
      if (frame !== this._frame) return;
      const { port1, port2 } = new MessageChannel();
      this._port?.close();
      this._port = port1;
      port1.onmessage = ({ data }) => this._heard(data);
      const init = {
        type: 'stripe-sandbox:init',
        key: this._key,
        clientSecret: this._group.options.clientSecret ?? null,
        ...this._look(),
      };
      frame.contentWindow.postMessage(init, ORIGIN, [port2]);
    }

    _look() {
      const { appearance } = this._group.options;
      const ground = groundOf(this._frame?.parentElement);
      return JSON.parse(JSON.stringify({ appearance: appearance ?? {}, options: this._options, ground }));
    }

    _heard(data) {
      switch (data.type) {
        case 'height':
          if (this._frame) this._frame.style.height = `${data.px}px`;
          break;
        case 'answer':
          this._answers.get(data.call)?.(data.value);
          this._answers.delete(data.call);
          break;
        case 'open':
          clearTimeout(this._patience);
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
      const look = () => {
        this._paint();
        this._port?.postMessage({ type: 'look', ...this._look() });
      };
      look();
      // The page's own colours may be on their way from the old ones.
      setTimeout(look, 400);
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
      clearTimeout(this._patience);
      this._port?.close();
      this._frame.remove();
      this._frame = null;
      this._port = null;
      for (const resolve of this._answers.values()) resolve({ error: CONNECTION_ERROR });
      this._answers.clear();
      this._opened = this._closed();
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
      if (type !== 'payment' && type !== 'card') {
        throw new IntegrationError(`The stand-in has no ${type} Element: only payment and card.`);
      }
      if (this._elements.has(type)) {
        throw new IntegrationError(`Can only create one Element of type ${type}.`);
      }
      const element = new Element(type, this._key, this._group, options);
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
      const value = await this._form()._ask('submit');
      return value.error ? { error: value.error } : { selectedPaymentMethod: 'card' };
    }

    _form() {
      const form = this._elements.get('payment') ?? this._elements.get('card');
      if (!form) throw new IntegrationError('Create and mount a payment Element first.');
      return form;
    }
  }

  // --- Stripe -------------------------------------------------------------------------------------------------

  function bracketed(value, name, out = {}) {
    if (value === null || value === undefined) return out;
    if (typeof value !== 'object') return Object.assign(out, { [name]: String(value) });
    for (const [key, inner] of Object.entries(value)) bracketed(inner, name ? `${name}[${key}]` : key, out);
    return out;
  }

  function leave(returnUrl, intent) {
    const url = new URL(returnUrl, window.location.href);
    url.searchParams.set('payment_intent', intent.id);
    url.searchParams.set('payment_intent_client_secret', intent.client_secret);
    url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
    window.location.assign(url);
    // The page is going: nothing after this should run.
    return new Promise(() => {});
  }

  function Stripe(publishableKey, options) {
    if (typeof publishableKey !== 'string' || publishableKey === '') {
      throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');
    }
    if (publishableKey.startsWith('sk_')) {
      throw new IntegrationError('You should not use your secret key with Stripe.js: pass a publishable key.');
    }
    const key = publishableKey;

    async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' } = {}) {
      const returnUrl = confirmParams.return_url;
      if (redirect !== 'if_required' && !returnUrl) {
        throw new IntegrationError('stripe.confirmPayment(): the confirmParams.return_url argument is required.');
      }
      const secret = clientSecret ?? elements?._group.options.clientSecret;
      const id = intentId(secret);
      const { return_url: _, ...rest } = confirmParams;
      const params = {
        ...bracketed(rest, ''),
        client_secret: secret,
        use_stripe_sdk: 'true',
        ...(returnUrl ? { return_url: new URL(returnUrl, window.location.href).href } : {}),
      };
      const answer = elements
        ? await elements._form()._ask('confirm', { id, params })
        : await api(key, 'POST', `/v1/payment_intents/${id}/confirm`, params);
      const done = await follow(key, answer, elements?._group.options.appearance);
      return done.error || redirect === 'if_required' ? done : leave(returnUrl, done.paymentIntent);
    }

    async function confirmCardPayment(clientSecret, data = {}) {
      const id = intentId(clientSecret);
      const { payment_method: method, return_url: returnUrl } = data;
      const params = { client_secret: clientSecret, use_stripe_sdk: 'true' };
      if (returnUrl) params.return_url = returnUrl;
      let answer;
      if (method && typeof method === 'object') {
        Object.assign(params, bracketed({ billing_details: method.billing_details }, 'payment_method_data'));
        answer = await method.card._ask('confirm', { id, params });
      } else {
        if (method) params.payment_method = method;
        answer = await api(key, 'POST', `/v1/payment_intents/${id}/confirm`, params);
      }
      return answer.status === 'requires_action' && data.handleActions === false
        ? { paymentIntent: answer }
        : follow(key, answer, method?.card?._group?.options.appearance);
    }

    async function createPaymentMethod({ elements, card, params = {}, billing_details: billing } = {}) {
      const form = elements ? elements._form() : card;
      if (!form?._ask) throw new IntegrationError('stripe.createPaymentMethod(): pass elements, or a card Element.');
      const details = bracketed({ billing_details: billing ?? params.billing_details }, '');
      const answer = await form._ask('createMethod', { params: details });
      return answer.error ? { error: answer.error } : { paymentMethod: answer };
    }

    return {
      elements: (elementsOptions = {}) => new Elements(key, elementsOptions),
      confirmPayment,
      confirmCardPayment,
      createPaymentMethod,
      createToken: async () => ({
        error: { type: 'invalid_request_error', message: 'The stand-in makes payment methods, not tokens.' },
      }),
      retrievePaymentIntent: (clientSecret) => retrieve(key, clientSecret),
      handleNextAction: async ({ clientSecret }) => {
        const before = await retrieve(key, clientSecret);
        return before.error ? before : follow(key, before.paymentIntent);
      },
      handleCardAction: async (clientSecret) => {
        const before = await retrieve(key, clientSecret);
        return before.error ? before : follow(key, before.paymentIntent);
      },
      registerAppInfo: () => {},
      _registerWrapper: () => {},
      _apiKey: key,
      _options: options ?? {},
    };
  }

  Stripe.version = '__TRAIN__';
  window.Stripe = Stripe;
})();
