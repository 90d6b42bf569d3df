// The API calls that a page may make, and helpers. The script that replaces Stripe.js consists of the files
// in this folder. The sandbox serves them as one script, inside one function, in this order: api,
// challenge, elements, express, stripe.

const ORIGIN = '__ORIGIN__';
// Height of the iframe before the form reports its own height, in px.
const FRAME_HEIGHT = 234;
// Maximum time that the form may take to load.
const LOAD_TIMEOUT_MS = 15_000;
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

// Returns the color behind an element: the background of the nearest element whose background is opaque, starting
// with the element itself. Returns null if no background is opaque.
function backgroundOf(node) {
  for (let at = node; at; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (/^rgb\(/.test(color)) return color;
  }
  return null;
}

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
