// Twenty made-up tickets in five common layouts, each photographed four ways.

const PHOTOS = ["flat", "tilted", "shadow", "grainy"];

const LAYOUTS = [
  {
    kind: "ticket",
    number: (n) => `E${4_018_273 + n * 1_317}`,
    draw: ({ number, date, due, amount }) => `
      <main style="width:560px;font:22px/1.5 'Liberation Mono',monospace">
        <p class="c">STATE OF TEXAS<br>CITY OF AUSTIN POLICE DEPARTMENT</p>
        <p class="c"><b>NOTICE TO APPEAR</b></p>
        <p>CITATION NO: ${number}<br>DATE OF VIOLATION: ${date} 08:42 AM</p>
        <p>NAME: LEE, ANN MARIE<br>DOB: 03/14/1991<br>LIC: TX 09182736 EXP 03/14/2029<br>VEH: 2019 TOYT CAM SIL<br>PLATE: KLM 4471 TX</p>
        <p>LOCATION: 1200 N LAMAR BLVD<br>VIOLATION: SPEEDING 48 MPH IN A 35 ZONE</p>
        <p>FINE AMOUNT: ${amount}<br>APPEAR ON OR BEFORE: ${due}</p>
        <p>Without admitting guilt, I promise to appear at the time and place named above.</p>
      </main>`,
  },
  {
    kind: "parking",
    number: (n) => `${9_123_456_780 + n * 7_919}`,
    draw: ({ number, date, due, amount }) => `
      <main style="width:620px;font:20px/1.45 'Liberation Sans',sans-serif;background:#f4e2c4">
        <h1 class="c">Notice of Parking Violation</h1>
        <table><tr><td>Violation Number<br><b>${number}</b></td><td>Issue Date<br><b>${date}</b></td></tr>
        <tr><td>Plate<br><b>HJK 8821</b></td><td>State<br><b>NY</b></td></tr>
        <tr><td>Make<br><b>HONDA</b></td><td>Color<br><b>BLUE</b></td></tr>
        <tr><td colspan="2">Violation<br><b>21 - No Parking, Street Cleaning</b></td></tr>
        <tr><td colspan="2">Place of Occurrence<br><b>front of 415 W 50th St</b></td></tr>
        <tr><td>Amount Due<br><b>${amount}</b></td><td>Pay or respond by<br><b>${due}</b></td></tr></table>
        <p>You can plead not guilty or pay this fine online, by mail or in person. A late penalty of $10.00 is added after 30 days. Questions? Call toll-free (800) 555-0100.</p>
      </main>`,
  },
  {
    kind: "toll",
    number: (n) => `T-${2_271_904 + n * 433}-7`,
    draw: ({ number, date, due, amount }) => `
      <main style="width:760px;font:19px/1.5 'Liberation Serif',serif">
        <h1>Bay Area Toll Services</h1>
        <h2>Toll Evasion Notice</h2>
        <p>Notice Number: <b>${number}</b><br>Notice Date: 10/01/2026</p>
        <p>Our records show that the vehicle with plate 7ABC123 (CA) used a toll facility and no toll was paid.</p>
        <table border="1"><tr><th>Transaction Date</th><th>Time</th><th>Location</th><th>Lane</th></tr>
        <tr><td>${date}</td><td>17:08:22</td><td>Carquinez Bridge</td><td>04</td></tr></table>
        <table><tr><td>Toll</td><td>$9.00</td></tr><tr><td>Fee</td><td>$5.00</td></tr><tr><td><b>Total Amount Due</b></td><td><b>${amount}</b></td></tr></table>
        <p><b>Due Date: ${due}</b></p>
      </main>`,
  },
  {
    kind: "ticket",
    number: (n) => `A${310_552 + n * 91}KR`,
    draw: ({ number, date, due, amount }) => `
      <main style="width:720px;font:17px/1.4 'DejaVu Sans',sans-serif">
        <h2 class="c">SUPERIOR COURT OF CALIFORNIA<br>COUNTY OF SANTA CLARA</h2>
        <h3 class="c">COURTESY NOTICE</h3>
        <table border="1"><tr><td>CITATION NUMBER<br>${number}</td><td>VIOLATION DATE<br>${date}</td><td>DUE DATE<br>${due}</td></tr>
        <tr><td colspan="2">VIOLATION(S)<br>22350VC Unsafe speed for prevailing conditions</td><td>BAIL AMOUNT<br>${amount}</td></tr></table>
        <p>You were cited for the violation listed above. You must respond on or before the due date by paying the bail, asking for a court date, or requesting traffic school if you are eligible.</p>
        <p>If you fail to respond, the court may add a civil assessment of up to $100.00.</p>
      </main>`,
  },
  {
    kind: "parking",
    number: (n) => `70${66_182_445 + n * 20_011}`,
    draw: ({ number, date, due, amount }) => `
      <main style="width:420px;font:19px/1.35 'DejaVu Sans Mono',monospace">
        <p class="c">CITY OF CHICAGO<br>DEPARTMENT OF FINANCE</p>
        <p class="c">PARKING TICKET</p>
        <p>TICKET #<br><span style="font-size:27px">${number}</span></p>
        <p>ISSUED ${date} 11:15 AM<br>EXPIRED METER<br>0964190A<br>2145 N CLARK ST</p>
        <p>PLATE BR 20 771 IL<br>MAKE FORD</p>
        <p>FINE ${amount}<br>RESPOND BY ${due}</p>
        <p>AFTER THIS DATE $50.00 MORE IS DUE</p>
      </main>`,
  },
];

const pad = (value) => String(value).padStart(2, "0");
const toIsoDate = (date) => date.toISOString().slice(0, 10);
const toUsDate = (date) =>
  `${pad(date.getUTCMonth() + 1)}/${pad(date.getUTCDate())}/${date.getUTCFullYear()}`;

/** The tickets: the printed values (`truth`), the HTML to draw (`page`), and the kind of photo. */
export const TICKETS = LAYOUTS.flatMap((layout, row) =>
  PHOTOS.map((photo, column) => {
    const n = row * PHOTOS.length + column;
    const date = new Date(Date.UTC(2026, 8, 3 + n * 2));
    const due = new Date(date.getTime() + (21 + n) * 86_400_000);
    const number = layout.number(n);
    const amount = `$${(45 + n * 17 + (n % 2) * 0.5).toFixed(2)}`;
    return {
      name: `${pad(n + 1)}-${layout.kind}-${photo}`,
      photo,
      truth: {
        kind: layout.kind,
        citationNumber: number,
        date: toIsoDate(date),
        dueDate: toIsoDate(due),
        amount: amount.slice(1),
      },
      page: layout.draw({ number, date: toUsDate(date), due: toUsDate(due), amount }),
    };
  }),
);
