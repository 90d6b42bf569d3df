// The card form, which runs in an iframe. The form talks to the page around the iframe through a `MessagePort`, and
// sends card data only to the sandbox.
(() => {
  'use strict';

  const form = document.getElementById('card');
  const inputs = Object.fromEntries(
    ['number', 'expiry', 'cvc', 'postalCode'].map((name) => [name, document.getElementById(name)]),
  );
  const brandChip = document.getElementById('brand');
  const postalField = document.getElementById('postal-field');
  let port = null;
  let key = '';

  const digits = (text) => text.replace(/\D/g, '');

  // --- cards --------------------------------------------------------------------------------------------------

  // Id, displayed name, pattern of the number, lengths of the number, and length of the security code.
  const BRANDS = [
    ['amex', 'Amex', /^3[47]/, [15], 4],
    ['diners', 'Diners', /^(30|36|38)/, [14, 16], 3],
    ['discover', 'Discover', /^(6011|65)/, [16], 3],
    ['jcb', 'JCB', /^35/, [16], 3],
    ['unionpay', 'UnionPay', /^62/, [16, 17, 18, 19], 3],
    ['mastercard', 'Mastercard', /^(5[1-5]|2[2-7])/, [16], 3],
    ['visa', 'Visa', /^4/, [13, 16, 19], 3],
  ];
  const UNKNOWN = ['unknown', '', /^/, [16], 3];
  const brandOf = (number) => BRANDS.find(([, , pattern]) => pattern.test(number)) ?? UNKNOWN;

  const luhn = (number) =>
    [...number]
      .reverse()
      .map(Number)
      .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
      .reduce((sum, digit) => sum + digit, 0) % 10 === 0;

  // --- formatting ---------------------------------------------------------------------------------------------

  const group = (number) =>
    brandOf(number)[0] === 'amex'
      ? [number.slice(0, 4), number.slice(4, 10), number.slice(10, 15)].filter(Boolean).join(' ')
      : (number.slice(0, Math.max(...brandOf(number)[3])).match(/.{1,4}/g) ?? []).join(' ');

  function formatExpiry(raw) {
    const four = /^\s*(\d{1,2})\s*[/-]\s*20(\d{2})\s*$/.exec(raw);
    let text = four ? four[1].padStart(2, '0') + four[2] : digits(raw).slice(0, 4);
    if (/^[2-9]/.test(text)) text = `0${text}`.slice(0, 4);
    if (/^1\s*\/$/.test(raw.trim())) text = '01';
    return text.length < 2 ? text : `${text.slice(0, 2)} / ${text.slice(2)}`;
  }

  const WRITTEN = {
    number: (raw) => group(digits(raw)),
    expiry: (raw) => formatExpiry(raw),
    cvc: (raw) => digits(raw).slice(0, 4),
    postalCode: (raw) => digits(raw).slice(0, 5),
  };

  // Reformats a field, and keeps the caret behind the same digit.
  function rewrite(name, deleting) {
    const input = inputs[name];
    const caret = input.selectionStart ?? input.value.length;
    const atEnd = caret === input.value.length;
    const before = digits(input.value.slice(0, caret)).length;
    let written = WRITTEN[name](input.value);
    // Removes the slash that the formatting added again after the user had deleted it.
    if (name === 'expiry' && deleting && atEnd) written = written.replace(/ \/ $/, '');
    input.value = written;
    if (atEnd) return;
    let place = 0;
    for (let seen = 0; place < written.length && seen < before; place += 1) {
      if (/\d/.test(written[place])) seen += 1;
    }
    input.setSelectionRange(place, place);
  }

  // --- validation ---------------------------------------------------------------------------------------------

  const problem = (code, message) => ({ code, message });

  const CHECKS = {
    number(value) {
      const number = digits(value);
      const [, , , lengths] = brandOf(number);
      if (number.length < Math.min(...lengths)) {
        return problem('incomplete_number', 'Your card number is incomplete.');
      }
      const whole = lengths.includes(number.length) && luhn(number);
      return whole ? null : problem('invalid_number', 'Your card number is invalid.');
    },
    expiry(value) {
      const date = digits(value);
      if (date.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
      const month = Number(date.slice(0, 2));
      const year = 2000 + Number(date.slice(2));
      if (month < 1 || month > 12) {
        return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
      }
      const now = new Date();
      if (year < now.getFullYear()) {
        return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
      }
      if (year === now.getFullYear() && month < now.getMonth() + 1) {
        return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.");
      }
      return year > now.getFullYear() + 50
        ? problem('invalid_expiry_year', "Your card's expiration year is invalid.")
        : null;
    },
    cvc(value) {
      const length = brandOf(digits(inputs.number.value))[4];
      return digits(value).length === length
        ? null
        : problem('incomplete_cvc', "Your card's security code is incomplete.");
    },
    postalCode(value) {
      return postalField.hidden || digits(value).length === 5
        ? null
        : problem('incomplete_zip', 'Your postal code is incomplete.');
    },
  };

  function show(name, wrong) {
    document.getElementById(`${name}-error`).textContent = wrong?.message ?? '';
    if (wrong) inputs[name].setAttribute('aria-invalid', 'true');
    else inputs[name].removeAttribute('aria-invalid');
  }

  const problems = () =>
    Object.entries(CHECKS)
      .map(([name, check]) => [name, check(inputs[name].value)])
      .filter(([, wrong]) => wrong);

  // Shows all errors, focuses the first invalid field, and returns its error, if any.
  function validate() {
    for (const name of Object.keys(inputs)) show(name, CHECKS[name](inputs[name].value));
    const [first] = problems();
    if (!first) return {};
    inputs[first[0]].focus();
    return { error: { type: 'validation_error', ...first[1] } };
  }

  // --- the surrounding page -----------------------------------------------------------------------------------

  const send = (type, rest) => port?.postMessage({ type, ...rest });

  let lastEvent = '';
  function reportChange() {
    const empty = Object.values(inputs).every((input) => input.value === '');
    const complete = problems().length === 0;
    const [, shown] = brandOf(digits(inputs.number.value));
    brandChip.textContent = shown;
    brandChip.hidden = shown === '';
    inputs.cvc.placeholder = brandOf(digits(inputs.number.value))[4] === 4 ? '4 digits' : 'CVC';
    const event = { empty, complete, collapsed: false, value: { type: 'card' } };
    if (JSON.stringify(event) === lastEvent) return;
    lastEvent = JSON.stringify(event);
    send('change', { event });
  }

  const SAFE = /^[\w\s#.,%()'"+/-]{1,120}$/;
  const NAMES = {
    colorPrimary: '--primary',
    colorBackground: '--field',
    colorText: '--text',
    colorTextSecondary: '--secondary',
    colorTextPlaceholder: '--secondary',
    colorDanger: '--danger',
    borderRadius: '--radius',
    fontFamily: '--font',
    fontSizeBase: '--size',
  };

  function applyAppearance({ appearance = {}, options = {}, ground }) {
    const root = document.documentElement;
    root.style.setProperty('--ground', typeof ground === 'string' && SAFE.test(ground) ? ground : 'transparent');
    root.dataset.theme = appearance.theme === 'night' ? 'night' : 'stripe';
    for (const [name, property] of Object.entries(NAMES)) {
      const value = appearance.variables?.[name];
      if (typeof value === 'string' && SAFE.test(value)) root.style.setProperty(property, value);
      else if (value === undefined && name !== 'colorTextPlaceholder') root.style.removeProperty(property);
    }
    const billing = options.fields?.billingDetails;
    const address = typeof billing === 'object' ? billing?.address : billing;
    const postal = typeof address === 'object' ? address?.postalCode : address;
    postalField.hidden = postal === 'never';
  }

  // Returns the card as form parameters for the API. If `under` isn't empty, the parameters are
  // nested in it, such as `payment_method_data[card][number]`.
  function cardParams(under) {
    const date = digits(inputs.expiry.value);
    const card = {
      number: digits(inputs.number.value),
      exp_month: date.slice(0, 2),
      exp_year: date.slice(2),
      cvc: digits(inputs.cvc.value),
    };
    const at = (first, ...rest) =>
      (under ? [under, first, ...rest] : [first, ...rest])
        .map((name, depth) => (depth === 0 ? name : `[${name}]`))
        .join('');
    const params = { [at('type')]: 'card' };
    for (const [name, value] of Object.entries(card)) params[at('card', name)] = value;
    if (!postalField.hidden) {
      params[at('billing_details', 'address', 'postal_code')] = inputs.postalCode.value;
      params[at('billing_details', 'address', 'country')] = 'US';
    }
    return params;
  }

  async function post(path, params) {
    const body = new URLSearchParams({ ...params, key });
    try {
      const response = await fetch(path, { method: 'POST', body, credentials: 'omit' });
      return await response.json();
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message:
            'The payment provider could not be reached. Please check your connection, and whether the payment ' +
            'went through, before you try again.',
        },
      };
    }
  }

  // Returns the response. If it is an error about a field, first shows the error below that field.
  function showFieldError(answer) {
    const field = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' }[answer.error?.param];
    if (field) {
      show(field, answer.error);
      inputs[field].focus();
    }
    return answer;
  }

  const ASKED = {
    submit: async () => validate(),
    confirm: async ({ id, params }) => {
      const invalid = validate();
      if (invalid.error) return invalid;
      const path = `/v1/payment_intents/${encodeURIComponent(id)}/confirm`;
      return showFieldError(await post(path, { ...params, ...cardParams('payment_method_data') }));
    },
    createMethod: async ({ params }) => {
      const invalid = validate();
      if (invalid.error) return invalid;
      return showFieldError(await post('/v1/payment_methods', { ...params, ...cardParams('') }));
    },
  };

  async function onMessage({ data }) {
    switch (data.type) {
      case 'ask':
        send('answer', { call: data.call, value: await ASKED[data.what](data.value ?? {}) });
        break;
      case 'look':
        applyAppearance(data);
        break;
      case 'focus':
        inputs.number.focus();
        break;
      case 'clear':
        form.reset();
        for (const name of Object.keys(inputs)) show(name, null);
        reportChange();
        break;
    }
  }

  // Returns the error to report to the page if the form can't be used: the intent has succeeded, was
  // canceled, or can't be read. Otherwise returns null.
  async function findLoadError(clientSecret) {
    if (!clientSecret) return null;
    const [id] = clientSecret.split('_secret_');
    const query = new URLSearchParams({ client_secret: clientSecret, key });
    try {
      const response = await fetch(`/v1/payment_intents/${encodeURIComponent(id)}?${query}`);
      const answer = await response.json();
      if (answer.error) return answer.error;
      return ['succeeded', 'canceled'].includes(answer.status)
        ? {
            type: 'invalid_request_error',
            message: `This payment is over (${answer.status}): it cannot be paid again.`,
            payment_intent: answer,
          }
        : null;
    } catch {
      return { type: 'api_connection_error', message: 'The payment provider could not be reached.' };
    }
  }

  window.addEventListener('message', async (event) => {
    if (port || event.source !== window.parent || event.data?.type !== 'stripe-sandbox:init') return;
    [port] = event.ports;
    key = event.data.key;
    applyAppearance(event.data);
    port.onmessage = onMessage;
    const size = () => {
      // The height is 0 while the page hides the iframe.
      const px = Math.ceil(form.getBoundingClientRect().height);
      if (px > 0) send('height', { px });
    };
    new ResizeObserver(size).observe(form);
    const error = await findLoadError(event.data.clientSecret);
    send('open');
    if (error) send('loaderror', { event: { error } });
    else send('ready');
  });

  // --- input --------------------------------------------------------------------------------------------------

  for (const [name, input] of Object.entries(inputs)) {
    input.addEventListener('input', (event) => {
      rewrite(name, String(event.inputType ?? '').startsWith('delete'));
      if (input.hasAttribute('aria-invalid')) show(name, CHECKS[name](input.value));
      reportChange();
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') show(name, CHECKS[name](input.value));
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') send('escape');
    });
  }

  form.addEventListener('focusin', (event) => {
    if (!form.contains(event.relatedTarget)) send('focus');
  });
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget)) send('blur');
  });
  form.addEventListener('submit', (event) => event.preventDefault());

  for (const button of form.querySelectorAll('[data-number]')) {
    button.addEventListener('click', () => {
      inputs.number.value = group(button.dataset.number);
      inputs.expiry.value = `12 / ${String(new Date().getFullYear() + 4).slice(2)}`;
      inputs.cvc.value = '123';
      inputs.postalCode.value = '10001';
      for (const name of Object.keys(inputs)) show(name, null);
      document.getElementById('samples').open = false;
      reportChange();
      document.getElementById('samples').querySelector('summary').focus();
    });
  }
})();
