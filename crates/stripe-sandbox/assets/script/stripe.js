// The function `Stripe`. It has some of the methods of Stripe's own script, with the same names and results,
// except that `createToken` always returns an error.

function toFormParams(value, name, out = {}) {
  if (value === null || value === undefined) return out;
  if (typeof value !== 'object') return Object.assign(out, { [name]: String(value) });
  for (const [key, inner] of Object.entries(value)) toFormParams(inner, name ? `${name}[${key}]` : key, out);
  return out;
}

function redirectTo(returnUrl, intent) {
  const url = new URL(returnUrl, window.location.href);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  window.location.assign(url);
  // Never resolves, because the browser is leaving the page and the caller must not continue.
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
      ...toFormParams(rest, ''),
      client_secret: secret,
      use_stripe_sdk: 'true',
      ...(returnUrl ? { return_url: new URL(returnUrl, window.location.href).href } : {}),
    };
    const wallet = elements?._group.wallet;
    if (wallet) {
      params.payment_method = WALLET_CARD;
      elements._group.wallet = null;
    }
    const answer = elements && !wallet
      ? await elements._form()._ask('confirm', { id, params })
      : await api(key, 'POST', `/v1/payment_intents/${id}/confirm`, params);
    const done = await finishAuthentication(key, answer, elements?._group.options.appearance);
    return done.error || redirect === 'if_required' ? done : redirectTo(returnUrl, done.paymentIntent);
  }

  async function confirmCardPayment(clientSecret, data = {}) {
    const id = intentId(clientSecret);
    const { payment_method: method, return_url: returnUrl } = data;
    const params = { client_secret: clientSecret, use_stripe_sdk: 'true' };
    if (returnUrl) params.return_url = returnUrl;
    let answer;
    if (method && typeof method === 'object') {
      Object.assign(params, toFormParams({ billing_details: method.billing_details }, 'payment_method_data'));
      answer = await method.card._ask('confirm', { id, params });
    } else {
      if (method) params.payment_method = method;
      answer = await api(key, 'POST', `/v1/payment_intents/${id}/confirm`, params);
    }
    return answer.status === 'requires_action' && data.handleActions === false
      ? { paymentIntent: answer }
      : finishAuthentication(key, answer, method?.card?._group?.options.appearance);
  }

  async function createPaymentMethod({ elements, card, params = {}, billing_details: billing } = {}) {
    const form = elements ? elements._form() : card;
    if (!form?._ask) throw new IntegrationError('stripe.createPaymentMethod(): pass elements, or a card Element.');
    const details = toFormParams({ billing_details: billing ?? params.billing_details }, '');
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
      return before.error ? before : finishAuthentication(key, before.paymentIntent);
    },
    handleCardAction: async (clientSecret) => {
      const before = await retrieve(key, clientSecret);
      return before.error ? before : finishAuthentication(key, before.paymentIntent);
    },
    registerAppInfo: () => {},
    _registerWrapper: () => {},
    _apiKey: key,
    _options: options ?? {},
  };
}

Stripe.version = '__TRAIN__';
window.Stripe = Stripe;
